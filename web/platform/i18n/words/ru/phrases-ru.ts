import { pluralOf } from "../../plural.ts";

export const plural = pluralOf("ru");
export const items = (count: number) =>
  plural(count, { one: "товар", few: "товара", many: "товаров", other: "товара" });
export const subcategories = (count: number) =>
  plural(count, { one: "подкатегория", few: "подкатегории", many: "подкатегорий", other: "подкатегории" });
