import { type ReactNode, useMemo } from "react";
import { fold } from "../../contract/fold.ts";
import { useText } from "../platform/i18n/i18n.ts";
import { type Suggesting, SuggestionList } from "../widgets/suggestion-list.tsx";
import { useWordsInUse, type WordList } from "./words-in-use.ts";

type Props = Suggesting<string> & {
  /** Which words are suggested: those that items of the project carry, the most used first. */
  words: WordList;
  taken: readonly string[];
  typed: string;
};

export default function WordSuggestions({ words, taken, typed, ...rest }: Props): ReactNode {
  const t = useText();
  const inUse = useWordsInUse(words, typed);
  const counts = useMemo(() => new Map(inUse.map(({ word, count }) => [word, count])), [inUse]);
  const names = taken.join("\n");
  const free = useMemo(() => {
    const isTaken = new Set(names.split("\n"));
    // The answer to what was typed before is still there for a moment.
    return [...counts.keys()].filter((word) => !isTaken.has(word) && fold(word).startsWith(fold(typed.trim())));
  }, [counts, names, typed]);
  const shown = (word: string) => {
    const count = counts.get(word);
    return { key: word, label: word, note: count ? t.counts.items(count) : undefined };
  };
  return <SuggestionList {...rest} suggestions={free} shown={shown} least={200} />;
}
