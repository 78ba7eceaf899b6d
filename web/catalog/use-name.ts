import { useStore } from "../platform/store.ts";
import { type Field, type Source, useField } from "../saving/use-field.ts";
import { catalogLanguage, namePathIn } from "./catalog-language.ts";

type Name = {
  /** What is shown: the original where the name has no translation. */
  shown: string;
  /** The name in the language that is shown, to be written. */
  field: Field<string | undefined>;
};

/** The name of a record in the language of the catalog, with what was typed and is not saved yet. */
export function useName(source: Source): Name {
  const original = useField<string>(source, "name").value;
  const field = useField<string | undefined>(source, namePathIn(useStore(catalogLanguage)));
  return { shown: field.value || original, field };
}
