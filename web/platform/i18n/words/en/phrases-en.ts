import { pluralOf } from "../../plural.ts";

export const plural = pluralOf("en");
export const items = (count: number) => plural(count, { one: "item", other: "items" });
export const subcategories = (count: number) => plural(count, { one: "subcategory", other: "subcategories" });
