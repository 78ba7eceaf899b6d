import { pluralOf } from "../../plural.ts";

export const plural = pluralOf("zh");
export const items = (count: number) => plural(count, { other: "个商品" });
export const subcategories = (count: number) => plural(count, { other: "个子类目" });
