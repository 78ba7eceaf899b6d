import { pluralOf } from "../../plural.ts";

export const plural = pluralOf("es");
export const items = (count: number) => plural(count, { one: "artículo", other: "artículos" });
/** The name of a language within a sentence. */
export const inside = (name: string) => name.charAt(0).toLocaleLowerCase("es") + name.slice(1);
