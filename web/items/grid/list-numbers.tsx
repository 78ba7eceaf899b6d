import { UnstyledButton } from "@mantine/core";
import { type ItemFilters, isNarrowed } from "../../catalog/item-filters.ts";
import { languageStore, useText } from "../../platform/i18n/i18n.ts";
import { languageName } from "../../platform/i18n/language-name.ts";
import { number } from "../../platform/i18n/numbers.ts";
import { useStore } from "../../platform/store.ts";
import { useContentLanguage } from "../../translations/content-language.ts";
import { useItemNumbers } from "../filters/use-item-counts.ts";

type Props = {
  projectId: string;
  within: string | undefined;
  filters: ItemFilters;
  setFilters(filters: ItemFilters): void;
};

/** How many items there are and how many need someone's attention. A click lists those. */
export function ListNumbers({ projectId, within, filters, setFilters }: Props) {
  const t = useText();
  const inLanguage = useStore(languageStore);
  const [language] = useContentLanguage(projectId);
  const counts = useItemNumbers({ projectId, within }, language);
  const all: { label: string; count: number | undefined; shows: ItemFilters }[] = [
    { label: t.items.title, count: counts.items, shows: {} },
    { label: t.items.onlyHidden, count: counts.hidden, shows: { visible: false } },
    { label: t.filters.outOfStock, count: counts.outOfStock, shows: { quantityMax: 0 } },
    {
      label: t.filters.missing(languageName(language, inLanguage)),
      count: counts.missing,
      shows: { missing: language },
    },
  ];
  const { sort, ...narrowing } = filters;
  const order = sort ? { sort } : {};
  return (
    <div className="numbers">
      {all.map(({ label, count, shows }) => {
        const names = Object.keys(shows) as (keyof ItemFilters)[];
        const active =
          names.length > 0
            ? names.length === Object.keys(narrowing).length && names.every((name) => filters[name] === shows[name])
            : !isNarrowed(filters);
        return (
          <UnstyledButton
            key={label}
            className="number"
            aria-pressed={active}
            data-none={count === 0 || undefined}
            onClick={() => setFilters({ ...(active ? {} : shows), ...order })}
          >
            <span className="number-count">{count === undefined ? "–" : number(count, inLanguage)}</span> {label}
          </UnstyledButton>
        );
      })}
    </div>
  );
}
