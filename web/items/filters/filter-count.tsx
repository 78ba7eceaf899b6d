import { languageStore, useText } from "../../platform/i18n/i18n.ts";
import { number } from "../../platform/i18n/numbers.ts";
import { useStore } from "../../platform/store.ts";

/** How many items have a value under the other filters. */
export function FilterCount({ count }: { count: number | undefined }) {
  const t = useText();
  const language = useStore(languageStore);
  if (count === undefined) return null;
  return (
    <span className="filter-count">
      <span aria-hidden>{number(count, language)}</span>
      <span className="visually-hidden">, {t.counts.items(count)}</span>
    </span>
  );
}
