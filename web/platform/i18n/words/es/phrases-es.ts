import { pluralOf } from "../../plural.ts";

export const plural = pluralOf("es");
export const items = (count: number) => plural(count, { one: "artículo", other: "artículos" });
export const subcategories = (count: number) => plural(count, { one: "subcategoría", other: "subcategorías" });
/** The name of a language or field within a sentence. */
export const inside = (label: string) => label.charAt(0).toLocaleLowerCase("es") + label.slice(1);
