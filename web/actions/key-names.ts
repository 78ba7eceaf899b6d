import type { InterfaceLanguage } from "../../contract/constants.ts";
import { languageStore } from "../platform/i18n/i18n.ts";
import { mac } from "./action.ts";

const keyNames = mac ? { mod: "⌘", alt: "⌥", shift: "⇧" } : { mod: "Ctrl", alt: "Alt", shift: "Shift" };
/** What other keyboards have on these keys. */
const namesIn: Partial<Record<InterfaceLanguage, Record<string, string>>> = {
  ru: { space: "Пробел" },
  de: { mod: "Strg", shift: "Umschalt", delete: "Entf", space: "Leertaste" },
  es: { shift: "Mayús", delete: "Supr", space: "Espacio" },
  zh: { space: "空格" },
};
const signs = { up: "↑", down: "↓", left: "←", right: "→", slash: "/", delete: "Del", space: "Space" };

/** What is written on the keys of a shortcut. */
export function keysOf(shortcut: string): string[] {
  const names: Record<string, string> = { ...signs, ...keyNames, ...(mac ? {} : namesIn[languageStore.get()]) };
  return shortcut.split("+").map((key) => names[key] ?? key.toUpperCase());
}
