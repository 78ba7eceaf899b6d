/**
 * Words as they stand in lists of products, written for this purpose: which letters stand beside each other in a
 * language is counted in them (`letter-pairs.ts`). Words with nothing but a to z would tell nothing.
 */
export const languageWords = {
  ru: `артикул наименование название товар цена количество остаток описание скидка валюта категория бренд штук единица
    измерения размер цвет вес длина ширина высота глубина объём диаметр мощность напряжение материал страна производитель
    гарантия модель серия новый новинка распродажа чёрный белый красный синий зелёный жёлтый серый серебристый золотой
    коричневый розовый голубой тёмный светлый большой малый средний детский женский мужской взрослый кабель провод удлинитель
    розетка выключатель лампа светодиодная светильник люстра прожектор фонарь батарейка аккумулятор зарядное устройство
    телефон смартфон чехол для телефона защитное стекло плёнка наушники беспроводные колонка акустика микрофон клавиатура
    мышь монитор ноутбук планшет телевизор пульт холодильник морозильник стиральная машина посудомоечная плита духовка
    варочная панель микроволновая печь чайник электрический кофеварка кофемолка блендер миксер мясорубка утюг пылесос
    вентилятор обогреватель кондиционер увлажнитель воздуха фильтр мебель стол стул кресло диван кровать шкаф полка тумба
    комод зеркало ковёр штора подушка одеяло постельное бельё полотенце халат куртка пальто рубашка брюки джинсы платье юбка
    футболка свитер носки обувь ботинки туфли кроссовки сапоги тапочки сумка рюкзак чемодан кошелёк ремень перчатки шапка
    шарф зонт часы игрушка кукла конструктор мяч велосипед самокат коляска книга тетрадь ручка карандаш бумага краска кисть
    клей скотч ножницы молоток отвёртка дрель шуруповёрт пила ключ гайка болт винт шайба саморез гвоздь труба муфта кран
    смеситель раковина ванна унитаз душ шланг насос плитка обои ламинат цемент грунтовка шпаклёвка герметик пена доска брус
    фанера стекло металл сталь нержавеющая алюминий медь пластик резина дерево кожа ткань хлопок шерсть керамика фарфор
    набор комплект упаковка коробка пакет бутылка банка кружка чашка тарелка ложка вилка нож сковорода кастрюля крышка
    продукты мука сахар соль масло молоко сыр хлеб рис крупа чай кофе сок вода мясо рыба овощи фрукты яблоко шампунь мыло
    щётка порошок крем и в на с для из от до по без или шт уп кг г л м мм см руб коп да нет наличие есть под заказ склад
    поступление фото дата код группа подгруппа раздел тип вид назначение характеристики примечание итого всего № штрихкод
    ящик дюйм съёмный объектив подъёмник вьюнок эхолот этажерка экран щит цепь хомут центр жалюзи её ещё юг ящики грузовой`,
  uk: `артикул найменування назва товар ціна кількість залишок опис знижка валюта категорія бренд штук одиниця виміру
    розмір колір вага довжина ширина висота глибина об’єм діаметр потужність напруга матеріал країна виробник гарантія модель
    новий новинка розпродаж чорний білий червоний синій зелений жовтий сірий сріблястий золотий коричневий рожевий блакитний
    темний світлий великий малий середній дитячий жіночий чоловічий кабель дріт подовжувач розетка вимикач лампа світлодіодна
    світильник ліхтар батарейка акумулятор зарядний пристрій телефон чохол для телефону захисне скло плівка навушники
    бездротові колонка мікрофон клавіатура миша монітор ноутбук телевізор холодильник пральна машина плита духовка чайник
    електричний кавоварка блендер м’ясорубка праска пилосос вентилятор обігрівач меблі стіл стілець крісло диван ліжко шафа
    полиця дзеркало килим штора подушка ковдра постільна білизна рушник куртка пальто сорочка штани джинси сукня спідниця
    светр шкарпетки взуття черевики кросівки чоботи сумка рюкзак валіза гаманець ремінь рукавички шапка шарф парасолька
    годинник іграшка лялька конструктор м’яч велосипед книга зошит олівець папір фарба пензель клей ножиці молоток викрутка
    дриль пилка ключ гайка болт гвинт шайба цвях труба змішувач раковина ванна душ шланг насос плитка шпалери дошка сталь
    нержавіюча алюміній мідь пластик гума дерево шкіра тканина бавовна вовна кераміка набір комплект упаковка коробка пакет
    пляшка банка кухоль тарілка ложка виделка ніж сковорода каструля кришка борошно цукор сіль олія молоко хліб рис чай кава
    сік вода м’ясо риба овочі фрукти яблуко шампунь мило щітка і та в у на з для із від до по без або шт уп кг г л м мм см
    грн так ні наявність є під замовлення склад фото дата код група підгрупа розділ тип вид призначення примітка разом усього
    її їжа ґанок ґрунт ґудзик здоров’я об’єктив єдиний європейський її свої`,
  de: `größe große groß größer größen höhe länge stück stückzahl farbe grün grau weiß blau schwarz für über fünf zwölf dreißig
    gerät geräte geräten zubehör gehäuse hülle kühlschrank gefrierschrank wäschetrockner spülmaschine geschirrspüler
    staubsaugerbeutel bügeleisen küche küchenmaschine rührgerät mühle kaffeemühle töpfe bräter schüssel löffel messer tür
    türen türgriff schlüssel schloss möbel stühle büro bürostuhl bücher bücherregal hängeleuchte glühbirne glühlampe röhre
    lüfter heizlüfter wärme kälte kühl kühlung öl ölfilter öffner dosenöffner flaschenöffner übergröße überzug übersicht
    müller möller köln münchen düsseldorf straße hauptstraße fuß füße maß maße maßband gießkanne gefäß süß süßstoff fließ
    schließen schließfach verschluß spaß heiß weiße weißer weißes außen außenleuchte draußen mäßig gemäß groß größten
    käse gemüse früchte nüsse brötchen äpfel säfte getränke gewürze öko bär bären mädchen jungen kästchen käfig körbe körper
    pflegeöl bürste zahnbürste bürsten schürze gürtel hüte mützen röcke blüten blätter gärtner garten gräser sträucher düngen
    säge stichsäge kreissäge bohrhämmer hämmer dübel nägel schläuche zündkerze führung verfügbar verfügbarkeit rückgabe
    stärke läufer teppichläufer kürzel nähmaschine wählbar zähler stecker verlängerung verlängerungskabel fernbedienung
    kopfhörer lautstärke hörgerät übertragung akkulaufzeit ladegerät drähte kabellänge schutzhülle prüfgerät prüfung ausführung
    rückwand tiefkühl änderung ärmel lange ärmellos äußere jäger räder fahrräder zubehörteile ersatzteile für glätteisen
    qualität stabilität flexibilität universität währung eur menge mengenrabatt ermäßigung erhältlich lieferung nötig möglich
    schön schöner könig königin hör höchst höhen löwe möhre österreich schräg träger hosenträger träume bäume häuser geräusch
    geräuscharm früh frühling führer gültig günstig würfel würze wünsche tücher handtücher bettwäsche leintücher kissenhülle`,
  fr: `sac à dos machine à laver brosse à dents pince à linge à
    référence désignation catégorie quantité réduction prix unité pièce pièces modèle série marque couleur détail détails
    été hiver né née noël énergie électrique électronique électroménager éclairage écran écouteurs étagère étui étiquette
    équipement épaisseur épingle évier échelle école écharpe téléphone télévision télécommande réfrigérateur congélateur
    lave machine à laver sèche cheveux cafetière théière bouilloire cuisinière poêle poêles crêpière grille cuillère
    fenêtre boîte boîtier boîtes côté contrôle hôtel dôme pôle câble câbles chargeur bâton pâte pâtes tâche gâteau château
    même têtes tête fête prêt forêt bête arrêt intérêt vêtement vêtements bébé bébés garçon français française façade reçu
    leçon ça façon glaçon aperçu première dernière matière lumière légère légèreté bière barrière crème très près après
    succès accès dès modèles système problème règle pièce siège piège collège père mère frère espèce chèque élève
    qualité capacité sécurité validité densité humidité visibilité beauté santé côtés été chaussée créé créée créées idée
    année années journée entrée soirée armée fumée poignée durée réparé réparation rénové résistant résistance réglable
    rétro réveil réseau récipient récepteur réservoir déco décoration décoré démontable départ dépôt déjà désormais
    différent différente général générale généreux géant légumes légume céréales épices thé café cafés carré carrée doré dorée
    argenté foncé foncée clair métal métallique métaux mémoire médical méthode mètre mètres millimètres centimètres kilomètre
    hauteur largeur diamètre périmètre volume où voilà là déjà à août goût coût sûr sûre mûr flûte brûleur île dîner
    naïf maïs haïti égoïste œuf œufs cœur sœur bœuf main d’œuvre ouvrière cuvée privé privée salé salée sucré poivré fumé
    vélo vélos théâtre bâche râteau tréteaux évacuation évènement événement préféré préférée précision présentation préparé`,
  es: `descripción código categoría artículo artículos número cantidad precio tamaño tamaños pequeño pequeña pequeños año años
    niño niña niños niñas baño baños cuña piña piñón uña muñeca muñeco montaña campaña compañía españa español española
    señal señora diseño diseños sueño mañana caña araña leña otoño paño paños puño tacón tacones jamón jabón limón melón
    ratón ratones botón botones cartón cajón cajones algodón pantalón pantalones colchón edredón sillón sillones balcón
    camión avión televisión iluminación instalación protección dirección dimensión presión tensión extensión versión
    edición colección selección decoración conexión alimentación habitación refrigeración ventilación fijación unión
    estación operación información atención opción opciones promoción reducción batería baterías cafetería categorías
    tecnología guía vía sandía día días fría fríos frío caliente lámpara lámparas cámara cámaras máquina máquinas teléfono
    teléfonos micrófono auriculares inalámbrico inalámbricos eléctrico eléctrica eléctricos electrónica óptico óptica
    plástico plásticos metálico metálica mecánico automático automática básico básica clásico clásica cerámica cerámico
    sábana sábanas cómoda sofá sofás café té azúcar plátano plátanos champú bambú menú perú canapé puré bebé bebés
    lápiz lápices árbol árboles ángulo último útil útiles única único película vehículo círculo artículo módulo módulos
    símbolo título capítulo músculo máximo máxima mínimo mínima próximo rápido rápida sólido líquido líquidos ácido húmedo
    también después además así aquí allí más está están será sólo según jardín jardinería cojín cojines patín patines
    violín maletín calcetín calcetines latón marrón azul acrílico pingüino cigüeña vergüenza agüita pie código ñandú ñoño
    fútbol béisbol ciclón tornillería carpintería librería papelería lavandería ferretería panadería galletería estantería
    1ª 2ª 3º nº 1º`,
  it: `città qualità quantità novità disponibilità capacità unità velocità umidità più giù tè caffè è né perché poiché
    cioè così lì sì martedì venerdì però può ciò tiramisù gioventù virtù papà metà là già comò canapè bigné nº 1ª 1º 2º`,
  pt: `descrição código preço promoção coleção seleção iluminação instalação proteção dimensão televisão versão tensão pressão
    não são mão mãos pão pães cão cães avião botão botões cartão cartões colchão fogão fogões sabão salmão limão melão verão
    estação função funções opções informações condições ação maçã maçãs lã irmã amanhã manhã câmara câmera lâmpada lâmpadas
    tâmara ângulo três pêssego tênis ônibus você português inglês mês francês avô metrô robô cômoda eletrônico econômico
    tamanho máquina máquinas plástico elétrico elétrica eletrônica móvel móveis automóvel útil fácil água açúcar café chá
    maracujá sofá pé você é até peças peça braço aço laço açaí cabeça criança crianças calça calças lençol lenço berço
    à às às vezes saída país baú conteúdo vídeo rádio memória bateria secretária relógio óculos óleo número único
    página mínimo máximo médio média líquido sólido também além já só avó pó nós três português`,
  sv: `små två på blå grå gråa mått måttband året låda lådor skål skålar stål stålskål kål gård trädgård får tår båt båtar låg
    påse påsar pålägg hål håll måne råg såg sågblad åtta å åka år färg färger lägg lägga väska väskor kläder läder läsk vägg
    väggar gräs träd trä tråd fläkt fläktar bärare hängare hämta kärl mjölk kött bröd smör böcker bok kök köksknivar dörr
    dörrar kjol skjorta höst vår snö sjö ö öl lök grön grönsaker röd röda gröna nöt nötter möbler möbel möbeltyg större
    bättre högtalare hörlurar hög höjd längd bredd längder tjänster säng sängar sängkläder täcke täcken kudde för
    före överkast över öppen öppnare tillbehör förpackning förlängning kylskåp skåp skåpet åskledare fågel fågelbur
    rör rörmokare skärm skärmar tändare ljuskällor nyhet värde mängd tjock smått gott blåbär jordgubbe hallå`,
  da: `små på blå grå får år også måned måneder låg låge lås låse skål skåle stål kål gård båd båt grådig håndklæde håndklæder
    håndtag tråd tråde måle mål målebånd bånd række rækker størrelse størrelser mængde længde højde bredde farve grøn grønne
    rød røde sølv brød smør øl æble æbler æg kødbolle kød køkken køkkenkniv køleskab fryser tøj børnetøj børn børste bøger
    nøgle nøgler dør døre døråbner stør større mindre høj høje højtaler hør høretelefoner ørering tør tørretumbler støvsuger
    støvler løber løbesko møbler møbel sædvanlig sæde sæt sætte sæbe tæppe tæpper læder læse læselampe træ træer græs kæde
    kæder pære pærer væg vægge væske tænd tændstik gør gøre får åben åbner æske æsker ø øer øverste nærmere færdig
    værktøj skærm skærme kværn pølse rør røre gulerødder tilbehør æ pris så blå`,
  nl: `één eén reünie ideeën zeeën reëel coördinatie geïsoleerd geïntegreerd officiële financiële industriële tweeën drieën
    poëzie crème café cafés paté hè scène enquête maïs cacaoboon egoïst`,
  fi: `väri värit määrä mittä pöytä pöydät tyyny hylly sähkö sähköinen sähkötarvikkeet pää päällä yö työ työkalu työkalut
    käsi käsine käyttö käyttää käytetty kärry kynä kynät lämpö lämmitin lämmin jäähdytin jää jääkaappi pyykkikärry
    tyttö pieni näyttö näytöt näppäimistö hiiri säädin säätö säätöväli säiliö täysi täyttö tänä vähän väli välineet
    älypuhelin älä äiti öljy öljyt keittiö köysi höyry löyly möbeli nöyrä söpö töpseli lähetys lähtö länsi hämärä härkä
    pätevä pehmeä leveä leveys syvä syvyys pyörä pyörät polkupyörä kenkä kengät hyvä hyvät ylä yläosa sisältää tämä nämä`,
  pl: `ilość cena nazwa rozmiar kolor długość szerokość wysokość głębokość średnica grubość pojemność jakość część części
    zawartość wartość dostępność całość złoty złota złote złotych zł żółty żółta żółte zółw łódź łóżko łóżeczko łyżka
    łyżeczka łańcuch łazienka łazienkowy łatwy łączenie łącznik wyłącznik przełącznik włącznik przyłącze podłączenie
    światło oświetlenie świetlówka żarówka żarówki żyrandol żelazko żel żywność książka książki książeczka ręcznik ręczniki
    ręka ręczny ręczna rękawice rękawiczki ręczne więcej węgiel wędka wędlina wąż węże dąb dębowy ząb zęby pędzel pędzle
    wstążka gąbka gąbki bąbelkowa mąka mączka rączka rączki śruba śruby śrubokręt wkręt wkręty wkrętarka nakrętka zakrętka
    śniadanie śnieg śmietana świeca świeże świnka ścierka ściana ścienny ścienna liść liście kość kości gość pościel pościeli
    prześcieradło poduszka kołdra kołdry pokrowiec krzesło krzesła stół stoły szafa półka półki biurko lustro fotel dywan
    zasłona kuchnia kuchenny naczynia garnki patelnia nóż noże widelec miska talerz kubek czajnik młynek młotek piła piły
    wiertło wiertła klucz klej papier ołówek ołówki długopis długopisy zeszyt pióro piórnik torba plecak odzież dziecięca
    dziecięcy dzieci męski męska damski spódnica sukienka płaszcz kurtka koszula spodnie bluzka buty półbuty skóra skórzany
    skórzana bawełna bawełniany wełna wełniany jedwab sztućce słuchawki głośnik głośniki myszka klawiatura ładowarka
    ładowarki zasilacz przedłużacz przewód przewody łokieć pompa wąski wąska gładki miękki miękka twardy ciepły zimny
    mały mała małe duży duża duże biały biała białe czarny niebieski zielony różowy różowa różne różny brązowy srebrny
    gałka bułka masło mięso ryż cukier sól mleko śmietanka jabłko jabłka gruszka śliwka truskawki sok świeży warzywa
    urządzenie urządzenia część zamienna zestaw sprzęt sprzętu narzędzie narzędzia źródło źrebię późny poźniej październik
    ćwiczenia ćma być pięć sześć dziewięć jeść ćwierć koń koński słoń tłuszcz dłoń dłoni wełniane ogień grzejnik końcówka
    producent współczynnik główny główna gwóźdź gwoździe więc są się nią tą dużą nową także również można należy`,
  cs: `množství cena název rozměr rozměry barva délka šířka výška hloubka průměr tloušťka objem kvalita část části hodnota
    dostupnost zboží výrobce značka řada číslo čísla kód popis sleva měna měrná jednotka kategorie červený červená černý
    černá bílý bílá žlutý žlutá zelený zelená modrý modrá růžový růžová hnědý hnědá šedý šedá stříbrný zlatý světlý tmavý
    malý malá velký velká střední dětský dětská dámský dámská pánský pánská nový nová světlo svítidlo žárovka žárovky lampička
    zásuvka vypínač prodlužovací kabel nabíječka baterie sluchátka reproduktor myš klávesnice počítač počítače telefon
    televize lednička mrazák pračka myčka sušička trouba vařič konvice kávovar mlýnek mixér žehlička vysavač ventilátor
    topení nábytek stůl stoly židle křeslo pohovka postel skříň skříňka police zrcadlo koberec závěs polštář přikrývka peřina
    povlečení ručník ručníky župan bunda kabát košile kalhoty džíny šaty sukně tričko svetr ponožky boty obuv střevíce
    kabelka batoh kufr peněženka pásek rukavice čepice šála deštník hodinky hračka hračky panenka stavebnice míč kolo koloběžka
    kočárek kniha knihy sešit tužka tužky papír barvy štětec lepidlo nůžky kladivo šroubovák vrtačka pila klíč klíče matice
    šroub šrouby podložka hřebík hřebíky trubka umyvadlo vana sprcha hadice čerpadlo dlaždice tapeta těsnění pěna prkno
    překližka sklo ocel nerezová hliník měď plast dřevo dřevěný dřevěná kůže kožený látka bavlna vlna keramika porcelán
    sada balení krabice krabička taška láhev sklenice hrnek šálek talíř lžíce lžička vidlička nůž pánev hrnec poklička
    mouka cukr sůl olej mléko sýr chléb rýže čaj káva šťáva voda maso ryba zelenina ovoce jablko šampon mýdlo kartáč
    kartáček prášek krém ďábel loďka teď síť síťový sítě vždy při přes před předmět příslušenství příruba přívod říjen řetěz
    tři čtyři čtvrt šest devět úhel úložný účet úzký úzká ústa ťuk chuť ňadra laň síň kůň sáňky daňový ještě více méně též
    země měření změna změny oběd věc věci dveře dvířka květ květina květiny svíčka svíčky cvičení`,
  sk: `množstvo názov rozmer farba dĺžka šírka výška hĺbka hrúbka priemer kvalita časť časti hodnota dostupnosť tovar výrobca
    značka číslo kód zľava mena červený červená čierny čierna biely biela žltý žltá zelený modrý ružový hnedý sivý
    strieborný svetlý tmavý malý veľký veľká veľkosť stredný detský dámsky pánsky nový svetlo žiarovka žiarovky zásuvka
    vypínač predlžovací kábel nabíjačka batéria slúchadlá reproduktor myš klávesnica počítač telefón televízor chladnička
    mraznička práčka umývačka sušička rúra varič kanvica kávovar mlynček žehlička vysávač ventilátor nábytok stôl stoličky
    stolička kreslo posteľ skriňa zrkadlo koberec záves vankúš paplón obliečky uterák bunda kabát košeľa nohavice šaty sukňa
    tričko sveter ponožky topánky obuv kabelka batoh kufor peňaženka opasok rukavice čiapka šál dáždnik hodinky hračka bábika
    stavebnica lopta bicykel kolobežka kočík kniha zošit ceruzka papier štetec lepidlo nožnice kladivo skrutkovač vŕtačka píla
    kľúč kľúče skrutka podložka klinec rúrka umývadlo vaňa sprcha hadica čerpadlo oceľ nehrdzavejúca hliník meď drevo drevený
    koža látka bavlna vlna sada balenie krabica taška fľaša pohár hrnček šálka tanier lyžica lyžička vidlička nôž panvica
    hrniec múka cukor soľ olej mlieko syr chlieb ryža čaj káva šťava mäso ryba zelenina ovocie mydlo kefka prášok krém ľahký
    ľan ďalší teľacie päť deväť desať štvrť štyri stĺp stĺpik vŕba tŕň žĺtok kôň môže pôda stôl vôňa úzky účet príslušenstvo`,
  hu: `megnevezés cikkszám ár árlista mennyiség készlet leírás kategória márka méret méretek szín színes súly hosszúság
    szélesség magasság mélység átmérő vastagság térfogat teljesítmény feszültség anyag gyártó garancia típus új újdonság
    akció kedvezmény pénznem fekete fehér piros kék zöld sárga szürke ezüst arany barna rózsaszín világos sötét nagy kicsi
    közepes gyermek női férfi kábel hosszabbító csatlakozó kapcsoló izzó lámpa égő fényforrás fényerő elem akkumulátor töltő
    telefon tok kijelző védő üveg védőüveg fólia fülhallgató vezeték nélküli hangszóró billentyűzet egér monitor számítógép
    táblagép televízió távirányító hűtő hűtőszekrény fagyasztó mosógép mosogatógép szárítógép tűzhely sütő főzőlap
    mikrohullámú vízforraló kávéfőző kávédaráló turmixgép húsdaráló vasaló porszívó ventilátor fűtőtest légkondicionáló
    párásító szűrő bútor asztal szék székek fotel kanapé ágy szekrény polc fiók tükör szőnyeg függöny párna paplan ágynemű
    törölköző fürdőköpeny kabát ing nadrág farmer ruha szoknya póló pulóver zokni cipő bakancs csizma papucs táska hátizsák
    bőrönd pénztárca öv kesztyű sapka sál esernyő óra játék baba építő építőkocka labda kerékpár roller babakocsi könyv
    füzet toll ceruza papír festék ecset ragasztó olló kalapács csavarhúzó fúró fúrógép fűrész kulcs anya csavar alátét szög
    cső csövek csaptelep mosdó kád zuhany tömlő szivattyú csempe tapéta tömítő hab deszka acél rozsdamentes alumínium réz
    műanyag gumi fa bőr szövet pamut gyapjú kerámia porcelán készlet csomag doboz zacskó üvegek bögre csésze tányér kanál
    villa kés serpenyő fazék fedő liszt cukor só olaj tej sajt kenyér rizs tea kávé gyümölcslé víz hús hal zöldség gyümölcs
    alma sampon szappan kefe por krém és vagy nélkül től ból ről húsz öt három négy öböl őr őszi tavaszi idő időtartam erő
    erős felső alsó külső belső első hosszú keskeny széles könnyű nehéz gyors lassú egyszerű kerek négyzet műszer mű művek
    fű nyár tél égetett kötő kötött őszibarack őrölt űrtartalom űr űrlap gyűrű gyűrűk keserű sűrű népszerű betű tű`,
  ro: `mărime mărimi culoare lățime lăţime lungime înălţime greutate preţ preţuri cantitate bucată bucăţi reducere ştiinţă
    maşină maşini maşină de spălat uscător frigider cuptor aragaz fierbător râşniţă cafea pâine lapte brânză faţă masă
    scaun bibliotecă oglindă perdea pernă pătură cămaşă geacă căciulă mănuşi pălărie ghete pantofi încălţăminte îmbrăcăminte
    şosete şapcă şurub şuruburi şurubelniţă foarfecă vopsea hârtie creion carte cărţi jucărie jucării păpuşă bicicletă
    încărcător căşti telefon mobil câine pisică grădină unealtă roşu roşie albă neagră galbenă verde albastră închis deschis
    mică mare nouă uşor uşoară uşă uşi tablă sticlă oţel lemn piele ţesătură ţeavă ţară ţigară ştergar şi în până după fără
    către însă între câte când cât sâmbătă rând gând vânt pământ român română întreţinere piaţă viaţă fântână lână`,
  hr: `količina cijena naziv veličina boja dužina širina visina težina proizvođač šifra popust zaliha kućište punjač žarulja
    žarulje slušalice tipkovnica miš računalo hladnjak perilica rublja sušilica pećnica štednjak kuhalo glačalo usisavač
    grijač namještaj stolić krevet ormarić ogledalo zavjesa jastuk posteljina ručnik hlače košulja majica čarape cipele čizme
    ruksak novčanik rukavice šešir kišobran igračka igračke bicikl knjiga bilježnica olovka škare čekić odvijač bušilica ključ
    vijak matica čavao cijev slavina pločica čelik nehrđajući koža tkanina vrećica šalica tanjur žlica žličica nož tava
    brašno šećer mlijeko riža čaj voće povrće šampon četka četkica prašak krema crni bijeli žuti plavi smeđi svijetli mali
    veći manji dječji ženski muški još više đak đumbir među između rođendan grožđe svijeća ćuprija kuća noć voćni moć
    količine kaiš šal žica žičani čvrst način večer oči ključevi ličnost`,
} as const;

/** Signs with their neighbours, as they stand in lists of any language. */
export const signWords = `5 m² 10 m³ 5 m³/h 20 cm² 3 mm² 20 °C 90° 45° 180°C -20°C ½ 1½ ¼ ¾ « » „ “ ” „A“ “A” «A» »A« a’s l’a d’e ’ ‘ ‘a’ – — 5–10 a – b – 5
  10 – 20 • • a … a… … · © ® a® a™ ™ 5€ 5 € € 10,00 € €5 £5 £20 £ 300 £5 £5 5 £ ± ±5 ±1 × 5×5 10 × 20 × µ 5µm 10 µF 5 µ § § 5 ø Ø Ø5 5ø Ø 20 5 Ø ø 10 ‰ † ¥ 5¢
  „Aa“ a” a“ a» «a „a a\u00a0a 5\u00a05 5\u00a0a \u00a0 5\u00a0€ a\u00a0– a\u00a0–\u00a0b № № 5 №1 №`;
