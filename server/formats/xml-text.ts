const special = /[&<>"\ufffe\uffff]|[^\P{Cc}\t\n]|_(?=x[0-9a-f]{4}_)/giu;

const entities: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

/** What XML cannot hold is written as `_x000D_`, and what looks like that as `_x005F_x000D_` (ECMA-376, ST_Xstring). */
const escapeOf = (sign: string): string =>
  entities[sign] ?? `_x${sign.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0")}_`;

export const escapedXml = (text: string): string => text.replace(special, escapeOf);

export const withoutEscapes = (text: string): string =>
  text.includes("_x")
    ? text.replace(/_x([0-9a-f]{4})_/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    : text;
