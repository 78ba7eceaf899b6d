import { type PlainColumn, plainColumns } from "./column-headers.ts";
import type { InterfaceLanguage } from "./constants.ts";

/** The headers that suppliers use, and those of the editor, without case, blanks, accents and signs. */
const synonyms: Record<PlainColumn, Record<InterfaceLanguage, string>> = {
  id: {
    en: "id, item id",
    ru: "ид, идентификатор, id товара",
    de: "artikel-id, produkt-id, id des artikels",
    es: "identificador, id del artículo, id de artículo, id del producto, id de producto",
    zh: "商品 id, 产品 id",
  },
  key: {
    en: "key, key (sku), sku, external key, article, vendor code, supplier sku",
    ru: "ключ, ключ (артикул), внешний ключ, артикул, артикул поставщика, код товара",
    de: `artikelnummer, artikelnummer (sku), artikelnr, artikel-nr, art.-nr, artikel-nummer, artikelcode, bestellnummer,
      bestell-nr, produktnummer, materialnummer, lieferantenartikelnummer, schlüssel`,
    es: `clave, clave (sku), clave externa, referencia, ref, código, cód, código de artículo, código del artículo,
      código de producto, código del producto, número de artículo, referencia del proveedor`,
    zh: "编码, 编码 (sku), 商品编码, 产品编码, 商家编码, 货号, 款号",
  },
  version: { en: "version", ru: "версия", de: "version", es: "versión", zh: "版本" },
  subcategory: {
    en: "subcategory, subcategory (path), category, path, section",
    ru: "категория, подкатегория, подкатегория (путь), путь, раздел, путь подкатегории",
    de: "kategorie, unterkategorie, unterkategorie (pfad), kategoriepfad, pfad, warengruppe, produktgruppe, rubrik",
    es: "categoría, subcategoría, subcategoría (ruta), ruta, sección, familia",
    zh: "类目, 子类目, 子类目 (路径), 分类, 类别, 路径, 类目路径",
  },
  subcategoryId: {
    en: "subcategory id, category id",
    ru: "id подкатегории, ид подкатегории, подкатегория (id), id категории, id раздела",
    de: "kategorie-id, unterkategorie-id, unterkategorie (id), id der kategorie, id der unterkategorie",
    es: "id de categoría, id de la categoría, id de subcategoría, id de la subcategoría, subcategoría (id)",
    zh: "类目 id, 子类目 id, 分类 id",
  },
  name: {
    en: "name, title, product, product name, item name",
    ru: "название, наименование, имя, товар, название товара",
    de: "name, titel, bezeichnung, artikelbezeichnung, produktbezeichnung, artikelname, produktname, produkt",
    es: "nombre, título, producto, denominación, nombre del producto, nombre de producto, nombre del artículo",
    zh: "名称, 商品名称, 产品名称, 商品名, 品名, 标题, 商品标题",
  },
  simpleDescription: {
    en: "simple description, short description, description",
    ru: "описание, краткое описание",
    de: "beschreibung, kurzbeschreibung, artikelbeschreibung, produktbeschreibung",
    es: "descripción, descripción corta, descripción breve",
    zh: "描述, 简短描述, 商品描述, 简介",
  },
  price: {
    en: "price",
    ru: "цена, стоимость",
    de: "preis, verkaufspreis, einzelpreis, stückpreis",
    es: "precio, precio de venta, precio unitario, pvp",
    zh: "价格, 单价, 售价",
  },
  discount: {
    en: "discount, discount percent",
    ru: "скидка, скидка в процентах",
    de: "rabatt, rabatt in prozent, nachlass, preisnachlass",
    es: "descuento, porcentaje de descuento, dto",
    zh: "折扣, 减价百分比",
  },
  currency: { en: "currency", ru: "валюта", de: "währung, waehrung", es: "moneda, divisa", zh: "币种, 货币" },
  quantity: {
    en: "quantity, qty, stock, in stock",
    ru: "количество, кол-во, остаток, остатки",
    de: "menge, bestand, lagerbestand, anzahl, stückzahl, stück",
    es: "cantidad, cant, existencias, unidades, stock",
    zh: "数量, 库存, 库存数量",
  },
  visible: {
    en: "visible, visible in the shop, visibility, published",
    ru: "видимость, видимый, виден, видно, показывать",
    de: "sichtbar, im shop sichtbar, sichtbarkeit, veröffentlicht",
    es: "visible, visible en la tienda, visibilidad, publicado",
    zh: "可见, 是否可见, 在商店中显示, 是否显示",
  },
  priority: {
    en: "priority, sort order, position",
    ru: "приоритет, порядок, сортировка",
    de: "priorität, reihenfolge, sortierung",
    es: "prioridad, orden, posición",
    zh: "排序值, 排序, 优先级",
  },
  tags: {
    en: "tags, tag",
    ru: "теги, тэги, тег",
    de: "schlagwörter, schlagworte, stichwörter, stichworte",
    es: "etiquetas, etiqueta",
    zh: "标签",
  },
  badges: {
    en: "badges, badge, labels, label",
    ru: "бейджи, бейдж, метки, метка, значки",
    de: "abzeichen",
    es: "insignias, insignia",
    zh: "角标",
  },
  imgs: {
    en: "imgs, img, images, image, image urls, pictures, picture, photos, photo",
    ru: "картинки, картинка, изображения, изображение, фото, фотографии",
    de: "bilder, bild, bild-url, bild-urls, bildlink, fotos, foto",
    es: "imágenes, imagen, url de imagen, url de la imagen, fotos, fotografías",
    zh: "图片, 图片地址, 图片链接, 主图",
  },
  attributes: {
    en: "attributes, attributes (json)",
    ru: "атрибуты, характеристики, характеристики (json)",
    de: "attribute, eigenschaften, eigenschaften (json), merkmale",
    es: "atributos, atributos (json), características, propiedades",
    zh: "属性, 属性 (json)",
  },
};

/** A header without everything in which people write the same word differently. */
export const foldedHeader = (header: string): string =>
  header
    .normalize("NFKD")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, "");

const byFoldedName: ReadonlyMap<string, PlainColumn> = new Map(
  plainColumns.flatMap((column) =>
    Object.values(synonyms[column])
      .flatMap((names) => names.split(","))
      .map((name) => [foldedHeader(name), column] as const),
  ),
);

export const plainColumnNamed = (header: string): PlainColumn | undefined => byFoldedName.get(foldedHeader(header));
