import { type PlainColumn, plainColumns } from "./column-headers.ts";

/** The headers that suppliers use, without case, blanks and signs. */
const synonyms: Record<PlainColumn, string> = {
  id: "id, item id, ид, идентификатор, id товара",
  key: "key, sku, external key, article, vendor code, supplier sku, ключ, внешний ключ, артикул, артикул поставщика, код товара",
  version: "version, версия",
  subcategory: "subcategory, category, path, section, категория, подкатегория, путь, раздел, путь подкатегории",
  subcategoryId: "subcategory id, category id, id подкатегории, ид подкатегории, id категории, id раздела",
  name: "name, title, product, product name, item name, название, наименование, имя, товар, название товара",
  simpleDescription: "simple description, short description, description, описание, краткое описание",
  price: "price, цена, стоимость",
  discount: "discount, discount percent, скидка, скидка в процентах",
  currency: "currency, валюта",
  quantity: "quantity, qty, stock, in stock, количество, кол-во, остаток, остатки",
  visible: "visible, visibility, published, видимость, видимый, виден, видно, показывать",
  priority: "priority, sort order, position, приоритет, порядок, сортировка",
  tags: "tags, tag, теги, тэги, тег",
  badges: "badges, badge, labels, label, бейджи, бейдж, метки, метка, значки",
  imgs: "imgs, img, images, image, image urls, pictures, picture, photos, photo, картинки, картинка, изображения, изображение, фото, фотографии",
  attributes: "attributes, атрибуты, характеристики",
};

/** A header without everything in which people write the same word differently. */
export const foldedHeader = (header: string): string =>
  header
    .normalize("NFC")
    .toLowerCase()
    .replaceAll("ё", "е")
    .replace(/[^\p{L}\p{N}]/gu, "");

const byFoldedName: ReadonlyMap<string, PlainColumn> = new Map(
  plainColumns.flatMap((column) => synonyms[column].split(", ").map((name) => [foldedHeader(name), column] as const)),
);

export const plainColumnNamed = (header: string): PlainColumn | undefined => byFoldedName.get(foldedHeader(header));
