import type { InterfaceLanguage } from "../../../contract/constants.ts";

/** The name of a content language in the interface's own. */
export function languageName(code: string, inLanguage: InterfaceLanguage): string {
  const name = new Intl.DisplayNames([inLanguage], { type: "language" }).of(code) ?? code;
  return name.charAt(0).toLocaleUpperCase(inLanguage) + name.slice(1);
}
