import { Button, CloseButton, UnstyledButton } from "@mantine/core";
import { type ReactNode, useRef } from "react";
import { useShownName } from "../../catalog/catalog-language.ts";
import { isNarrowed } from "../../catalog/item-filters.ts";
import { languageStore, useText } from "../../platform/i18n/i18n.ts";
import { useStore } from "../../platform/store.ts";
import { opensLater } from "../../widgets/opens-later.tsx";
import { inPlaceOf, useFocusNext } from "../../widgets/use-focus-next.ts";
import { isSet, kinds, without } from "./filter-kinds.ts";
import { filterWords, sortWords } from "./filter-words.ts";
import type { Filtering } from "./filtering.ts";

const FilterPopover = opensLater("dialog", () => import("./filter-popover.tsx"));

/** The filters of a list: a click changes one, the cross removes it. */
export default function FilterChips({ children, ...props }: Filtering & { children: ReactNode }) {
  const { node, filters, setFilters, setPlace } = props;
  const t = useText();
  const language = useStore(languageStore);
  const shownName = useShownName();
  const whole = useRef<HTMLUListElement>(null);
  const focusNext = useFocusNext(whole);
  const chips: { key: string; words: string; body: (button: ReactNode) => ReactNode; remove(): void }[] = [];
  const plain = (button: ReactNode) => button;
  if (node && isNarrowed(filters))
    chips.push({ key: "place", words: t.filters.in(shownName(node)), body: plain, remove: () => setPlace(undefined) });
  for (const kind of kinds) {
    if (!isSet(filters, kind)) continue;
    const words = filterWords(t, language, filters, kind) ?? "";
    const body = () => (
      <FilterPopover
        {...props}
        kind={kind}
        button={<UnstyledButton className="filter-words">{words}</UnstyledButton>}
      />
    );
    chips.push({ key: kind, words, body, remove: () => setFilters(without(filters, kind)) });
  }
  const sort = sortWords(t, filters.sort);
  const { sort: _, ...unsorted } = filters;
  if (sort) chips.push({ key: "sort", words: sort, body: plain, remove: () => setFilters(unsorted) });
  // The words of a search are in its own box.
  if (chips.length === 0) return null;
  return (
    <ul className="filter-chips" ref={whole} aria-label={t.filters.title}>
      {chips.map(({ key, words, body, remove }, at) => (
        <li className="filter-chip" key={key}>
          {body(<span className="filter-words">{words}</span>)}
          <CloseButton
            size={20}
            iconSize={12}
            aria-label={`${t.common.remove}: ${words}`}
            onClick={() => {
              focusNext(`li${inPlaceOf(at, chips.length)} button:last-child`);
              remove();
            }}
          />
        </li>
      ))}
      <li>
        <Button size="compact-xs" variant="subtle" color="gray" onClick={() => setFilters({})}>
          {t.items.clearFilters}
        </Button>
      </li>
      {children}
    </ul>
  );
}
