import { limits } from "./limits.ts";

/** The part of a name that a slug is made from: whole sentences would be no address. */
const usedLength = 120;
/** Room for what is added to a slug that is taken. */
const addedLength = 8;

/** A readable id made from a name. `latin` writes a text in lower-case Latin letters, with a hyphen for everything else. */
export const slugOf = (name: string, latin: (text: string) => string): string =>
  latin(name.slice(0, usedLength))
    .slice(0, limits.idLength - addedLength)
    .replace(/^-+|(?<!-)-+$/g, "");
