import { defaultLanguage } from "../../contract/languages.ts";
import { createStoredStore, useStore } from "../platform/store.ts";
import type { FieldPath } from "../saving/edit.ts";

/** The language in which the names of the catalog are shown, whatever that of the interface is. */
export const catalogLanguage = createStoredStore<string>("editor-catalog-language", defaultLanguage);

type Named = { name: string; translations?: Record<string, { name?: string | undefined }> };

/** The name as it is shown: the original where it has no translation. */
export const shownName = ({ name, translations }: Named, language = catalogLanguage.get()): string =>
  translations?.[language]?.name || name;

/** `shownName` for what is drawn: it is drawn again in another language. */
export function useShownName(): (of: Named) => string {
  const language = useStore(catalogLanguage);
  return (of) => shownName(of, language);
}

/** The field that holds the names that are shown. */
export const namePathIn = (language: string): FieldPath =>
  language === defaultLanguage ? "name" : `translations.${language}.name`;
