import { type ReactNode, useMemo } from "react";
import { type Suggesting, SuggestionList } from "../../widgets/suggestion-list.tsx";
import { matchingWords, useAttributesInUse, type Wanted } from "./attributes-in-use.ts";

type Props = Suggesting<string> & {
  wanted: Wanted;
  /** Names that the item has already. */
  taken: readonly string[];
  typed: string;
};

export default function AttributeSuggestions({ wanted, taken, typed, ...rest }: Props): ReactNode {
  const inUse = useAttributesInUse(wanted);
  const names = taken.join("\n");
  const words = useMemo(() => matchingWords(inUse, typed, names.split("\n")), [inUse, typed, names]);
  const shown = (word: string) => ({ key: word, label: word, lang: wanted.language });
  return <SuggestionList {...rest} suggestions={words} shown={shown} least={rest.target.offsetWidth} />;
}
