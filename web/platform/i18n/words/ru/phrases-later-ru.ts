import { pluralOf } from "../../plural.ts";

export const plural = pluralOf("ru");
export const items = (count: number) =>
  plural(count, { one: "товар", few: "товара", many: "товаров", other: "товара" });
/** 1, 21, 101, but not 11. */
export const endsInOne = (count: number) => count % 10 === 1 && count % 100 !== 11;
