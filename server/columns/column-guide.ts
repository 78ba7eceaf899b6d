import { currencies, type InterfaceLanguage, predefinedBadges } from "../../contract/constants.ts";
import { defaultClearMark, tooLongMark } from "../formats/cell-text.ts";
import type { Sheet } from "../formats/sheet.ts";
import { sheetNames } from "./item-sheet.ts";

type Explained = { readonly column: string; readonly example: string } & Readonly<Record<InterfaceLanguage, string>>;

const badges = predefinedBadges.join(", ");
const money = currencies.join(", ");

/** Each column in a sentence, in all languages of the interface. */
export const columnGuide: readonly Explained[] = [
  {
    column: "id",
    example: "mz2k7q1x4a",
    en: "The item's id, given by the service. Leave it empty for a new item.",
    ru: "Идентификатор товара, его присваивает сервис. Для нового товара оставьте пустым.",
    de: "Die ID des Artikels, vom Server vergeben. Bei neuen Artikeln leer lassen.",
    es: "El id del artículo, que asigna el servicio. Déjalo vacío para un artículo nuevo.",
    zh: "商品 ID，由系统生成。新商品请留空。",
  },
  {
    column: "key",
    example: "SKU-0042",
    en: "Your own key, such as a supplier's SKU; unique in the project. Rows without an id are matched by it.",
    ru: "Ваш ключ, например артикул поставщика; один на проект. Строки без id находят товар по нему.",
    de: "Ihre eigene Artikelnummer, zum Beispiel die SKU des Lieferanten; im Projekt eindeutig. Zeilen ohne ID werden darüber zugeordnet.",
    es: "Tu propia clave, por ejemplo el SKU de un proveedor; única en el proyecto. Identifica las filas que no tienen id.",
    zh: "自定义编码，例如供应商的 SKU，在项目内唯一。没有 ID 的行按编码匹配商品。",
  },
  {
    column: "version",
    example: "1840",
    en: "The item's version at the export. It shows who has changed a value since. Leave it as it is.",
    ru: "Версия товара на момент выгрузки. По ней видно, что изменили после неё. Не меняйте.",
    de: "Die Version des Artikels beim Export. Daran ist zu erkennen, was seitdem geändert wurde. Nicht ändern.",
    es: "La versión del artículo al exportar. Muestra quién cambió un valor después. No la modifiques.",
    zh: "导出时的商品版本，用于判断此后有没有人修改过。请勿改动。",
  },
  {
    column: "subcategory",
    example: "Electronics / Audio / Headphones",
    en: "The names from the category down to the item's subcategory. A slash in a name is doubled: //.",
    ru: "Названия от категории до подкатегории товара. Косая черта в названии удваивается: //.",
    de: "Die Namen von der Kategorie bis zur Unterkategorie des Artikels. Ein Schrägstrich im Namen wird verdoppelt: //.",
    es: "Los nombres desde la categoría hasta la subcategoría del artículo. Una barra dentro de un nombre se escribe doble: //.",
    zh: "从类目到商品所在子类目的各级名称。名称中的斜杠须写成两个：//。",
  },
  {
    column: "subcategoryId",
    example: "headphones",
    en: "The id of the item's subcategory. It wins over the names.",
    ru: "Идентификатор подкатегории товара. Важнее названий.",
    de: "Die ID der Unterkategorie des Artikels. Sie hat Vorrang vor den Namen.",
    es: "El id de la subcategoría del artículo. Tiene prioridad sobre los nombres.",
    zh: "商品所在子类目的 ID，优先于名称。",
  },
  {
    column: "name",
    example: "Aurora One",
    en: "The name. A new item needs one.",
    ru: "Название. Для нового товара обязательно.",
    de: "Der Name. Bei neuen Artikeln erforderlich.",
    es: "El nombre. Obligatorio para un artículo nuevo.",
    zh: "名称。新商品必填。",
  },
  {
    column: "name@ru",
    example: "Аврора Один",
    en: "The name in a language, by its two-letter code.",
    ru: "Название на другом языке, по двухбуквенному коду.",
    de: "Der Name in einer anderen Sprache, mit deren zweistelligem Code.",
    es: "El nombre en otro idioma, indicado con su código de dos letras.",
    zh: "其他语言的名称，@ 后为两个字母的语言代码。",
  },
  {
    column: "simpleDescription",
    example: "A light phone for every day.",
    en: "The short description.",
    ru: "Краткое описание.",
    de: "Die Kurzbeschreibung.",
    es: "La descripción corta.",
    zh: "简短描述。",
  },
  {
    column: "simpleDescription@ru",
    example: "Лёгкий телефон на каждый день.",
    en: "The short description in a language.",
    ru: "Краткое описание на другом языке.",
    de: "Die Kurzbeschreibung in einer anderen Sprache.",
    es: "La descripción corta en otro idioma.",
    zh: "其他语言的简短描述。",
  },
  {
    column: "price",
    example: "499.99",
    en: "The price, without a currency.",
    ru: "Цена, без валюты.",
    de: "Der Preis, ohne Währung.",
    es: "El precio, sin moneda.",
    zh: "价格，不含币种。",
  },
  {
    column: "discount",
    example: "15",
    en: "Percent off the price, a whole number from 0 to 100.",
    ru: "Скидка в процентах, целое число от 0 до 100.",
    de: "Der Rabatt in Prozent, eine ganze Zahl von 0 bis 100.",
    es: "El porcentaje de descuento, un número entero de 0 a 100.",
    zh: "减价百分比，0 到 100 的整数。",
  },
  {
    column: "currency",
    example: "USD",
    en: `The currency of the price: ${money}.`,
    ru: `Валюта цены: ${money}.`,
    de: `Die Währung des Preises: ${money}.`,
    es: `La moneda del precio: ${money}.`,
    zh: `价格的币种：${money}。`,
  },
  {
    column: "quantity",
    example: "12",
    en: "How many there are.",
    ru: "Сколько есть в наличии.",
    de: "Wie viele vorrätig sind.",
    es: "Cuántas unidades hay.",
    zh: "库存数量。",
  },
  {
    column: "visible",
    example: "true",
    en: "Whether customers see the item: true or false, yes or no, 1 or 0.",
    ru: "Видят ли товар покупатели: да или нет, true или false, 1 или 0.",
    de: "Ob Kunden den Artikel sehen: ja oder nein, true oder false, 1 oder 0.",
    es: "Si los clientes ven el artículo: sí o no, true o false, 1 o 0.",
    zh: "买家能否看到此商品：是或否、true 或 false、1 或 0。",
  },
  {
    column: "priority",
    example: "10",
    en: "The place in its subcategory: lower numbers come first.",
    ru: "Место в подкатегории: меньшие числа идут раньше.",
    de: "Der Platz in der Unterkategorie: kleinere Zahlen zuerst.",
    es: "El lugar en su subcategoría: los números menores van primero.",
    zh: "在子类目中的排序值，数值越小越靠前。",
  },
  {
    column: "tags",
    example: '5g, "black, matt"',
    en: "Tags, with commas between. One that contains a comma is put in double quotes.",
    ru: "Теги через запятую. Тег с запятой пишется в двойных кавычках.",
    de: "Tags, durch Kommas getrennt. Enthält ein Tag ein Komma, steht es in doppelten Anführungszeichen.",
    es: "Etiquetas separadas por comas. Si una contiene una coma, va entre comillas dobles.",
    zh: "标签，用半角逗号分隔。含有逗号的标签须加半角双引号。",
  },
  {
    column: "badges",
    example: "new, sale",
    en: `Badges, with commas between: ${badges}, or any other.`,
    ru: `Бейджи через запятую: ${badges} или любые другие.`,
    de: `Badges, durch Kommas getrennt: ${badges} oder beliebige andere.`,
    es: `Insignias separadas por comas: ${badges} o cualquier otra.`,
    zh: `角标，用半角逗号分隔：${badges}，或其他任意角标。`,
  },
  {
    column: "imgs",
    example: "https://cdn.example.com/1.webp, https://cdn.example.com/2.webp",
    en: "Addresses of pictures, with commas between. The first is the main one.",
    ru: "Адреса картинок через запятую. Первая — главная.",
    de: "Adressen der Bilder, durch Kommas getrennt. Das erste ist das Hauptbild.",
    es: "Direcciones de imágenes separadas por comas. La primera es la principal.",
    zh: "图片网址，用半角逗号分隔。第一张为主图。",
  },
  {
    column: "attribute.Colour",
    example: "Black",
    en: "The value of the attribute “Colour”; any other name works in the same way.",
    ru: "Значение атрибута «Colour»; так же с любым другим названием.",
    de: "Der Wert der Eigenschaft „Colour“; ebenso mit jedem anderen Namen.",
    es: "El valor del atributo «Colour»; funciona igual con cualquier otro nombre.",
    zh: "属性“Colour”的值。其他属性名称用法相同。",
  },
  {
    column: "attribute.Colour [2]",
    example: "White",
    en: "The second attribute “Colour” of the same item.",
    ru: "Второй атрибут «Colour» того же товара.",
    de: "Die zweite Eigenschaft „Colour“ desselben Artikels.",
    es: "El segundo atributo «Colour» del mismo artículo.",
    zh: "同一商品的第二个“Colour”属性。",
  },
  {
    column: "attribute.Цвет@ru",
    example: "Чёрный",
    en: "An attribute in a language.",
    ru: "Атрибут на другом языке.",
    de: "Eine Eigenschaft in einer anderen Sprache.",
    es: "Un atributo en otro idioma.",
    zh: "其他语言的属性。",
  },
  {
    column: "attributes",
    example: '{"attribute.Weight": "180 g"}',
    en: "Attributes that have no column of their own. Usually empty.",
    ru: "Атрибуты, у которых нет своего столбца. Обычно пусто.",
    de: "Eigenschaften ohne eigene Spalte. Meist leer.",
    es: "Atributos que no tienen columna propia. Normalmente está vacía.",
    zh: "没有单独成列的属性，通常为空。",
  },
];

const rules: Record<InterfaceLanguage, readonly string[]> = {
  en: [
    "An empty cell or a missing column leaves the value as it is.",
    `To clear a value, write ${defaultClearMark} into its cell.`,
    `"${tooLongMark}" stands for a text of more than 32,767 characters. It leaves the value as it is.`,
  ],
  ru: [
    "Пустая ячейка или отсутствующий столбец не меняют значение.",
    `Чтобы очистить значение, напишите в ячейке ${defaultClearMark}.`,
    `«${tooLongMark}» стоит вместо текста длиннее 32 767 символов. Значение не меняется.`,
  ],
  de: [
    "Eine leere Zelle oder eine fehlende Spalte lässt den Wert unverändert.",
    `Um einen Wert zu leeren, schreiben Sie ${defaultClearMark} in die Zelle.`,
    `„${tooLongMark}“ steht für einen Text mit mehr als 32.767 Zeichen. Der Wert bleibt unverändert.`,
  ],
  es: [
    "Una celda vacía o una columna que falta dejan el valor como está.",
    `Para borrar un valor, escribe ${defaultClearMark} en su celda.`,
    `«${tooLongMark}» sustituye a un texto de más de 32.767 caracteres. El valor queda como está.`,
  ],
  zh: [
    "单元格为空或缺少某列时，原值保持不变。",
    `如需清除某个值，请在单元格中填写 ${defaultClearMark}。`,
    `“${tooLongMark}”代表超过 32,767 个字符的文本，原值保持不变。`,
  ],
};

const titles: Record<InterfaceLanguage, readonly [string, string, string]> = {
  en: ["Column", "Example", "Meaning"],
  ru: ["Столбец", "Пример", "Что это"],
  de: ["Spalte", "Beispiel", "Bedeutung"],
  es: ["Columna", "Ejemplo", "Significado"],
  zh: ["列", "示例", "说明"],
};

/** The sheet that explains the others. */
export function guideSheet(language: InterfaceLanguage): Sheet {
  const columns = titles[language].map((header, index) => ({ header, width: [26, 36, 100][index] as number }));
  const explained = columnGuide.map((line) => [line.column, line.example, line[language]]);
  return {
    name: sheetNames.columns,
    columns,
    rows: [[...explained, ...rules[language].map((rule) => [null, null, rule])]],
  };
}
