import { type ReactNode, useMemo } from "react";
import { type Suggesting, SuggestionList } from "./suggestion-list.tsx";

type Props = Omit<Suggesting<number>, "label" | "listed"> & { labels: readonly string[]; chosen: number };

/** The list of a `Choice`. The button keeps the focus, and has the keys. */
export default function ChoiceList({ target, labels, chosen, ...list }: Props): ReactNode {
  const indexes = useMemo(() => [...labels.keys()], [labels]);
  const label = target.getAttribute("aria-label") ?? (target as HTMLButtonElement).labels[0]?.textContent ?? "";
  const shown = (at: number) => ({ key: String(at), label: labels[at] ?? "", chosen: at === chosen });
  return (
    <SuggestionList
      {...list}
      label={label}
      target={target}
      suggestions={indexes}
      shown={shown}
      least={target.offsetWidth}
    />
  );
}
