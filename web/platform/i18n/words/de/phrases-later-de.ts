import { pluralOf } from "../../plural.ts";

export const plural = pluralOf("de");
export const items = (count: number) => plural(count, { other: "Artikel" });
