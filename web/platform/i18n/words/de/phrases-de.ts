import { pluralOf } from "../../plural.ts";

export const plural = pluralOf("de");
export const items = (count: number) => plural(count, { other: "Artikel" });
export const subcategories = (count: number) => plural(count, { one: "Unterkategorie", other: "Unterkategorien" });
export const topLevel = "oberste Ebene";
