import { currencies } from "../../../contract/constants.ts";
import { defaultLanguage, languageCodes } from "../../../contract/languages.ts";
import { type FilterChange, withFilters, wordsOf } from "../../catalog/item-filters.ts";
import { listOf } from "../../catalog/item-list.ts";
import { languageStore, useText } from "../../platform/i18n/i18n.ts";
import { languageName } from "../../platform/i18n/language-name.ts";
import { useStore } from "../../platform/store.ts";
import { Choice } from "../../widgets/choice.tsx";
import { TypedFilter } from "../../widgets/typed-filter.tsx";
import { ChoiceFilter } from "./choice-filter.tsx";
import type { FilterKind } from "./filter-kinds.ts";
import type { Filtering } from "./filtering.ts";
import { PlaceFilter } from "./place-filter.tsx";
import { RangeFilter } from "./range-filter.tsx";
import { SinceFilter } from "./since-filter.tsx";
import { useFacet } from "./use-item-counts.ts";
import { WordsFilter } from "./words-filter.tsx";

type Props = Filtering & { kind: FilterKind; close(): void };

/** The fields of one filter. Each applies what is chosen or typed at once. */
export function FilterEditor(props: Props) {
  const { kind, projectId, node, filters, setFilters } = props;
  const t = useText();
  const list = listOf(projectId, node, filters);
  const counts = useFacet(list, kind === "visible" || kind === "currency" ? kind : undefined);
  const set = (change: FilterChange) => setFilters(withFilters(filters, change));
  const countOf = (value: unknown) => counts && (counts.find((one) => one.value === value)?.count ?? 0);
  const { kinds: labels } = t.filters;
  switch (kind) {
    case "place":
      return <PlaceFilter {...props} />;
    case "visible":
      return (
        <ChoiceFilter
          label={labels.visible}
          chosen={filters.visible}
          options={[
            { value: true, label: t.items.onlyVisible, count: countOf(true) },
            { value: false, label: t.items.onlyHidden, count: countOf(false) },
          ]}
          choose={(visible) => set({ visible })}
        />
      );
    case "picture":
    case "commented": {
      const [yes, no] =
        kind === "picture"
          ? [t.filters.withPicture, t.filters.noPicture]
          : [t.filters.withComments, t.filters.noComments];
      return (
        <ChoiceFilter
          label={labels[kind]}
          chosen={filters[kind]}
          options={[
            { value: true, label: yes },
            { value: false, label: no },
          ]}
          choose={(value) => set({ [kind]: value })}
        />
      );
    }
    case "price":
    case "discount":
    case "quantity":
      return <RangeFilter key={kind} kind={kind} filters={filters} set={set} />;
    case "currency": {
      const chosen = wordsOf(filters.currency);
      const all = currencies.map((code) => ({ value: code as string, count: countOf(code) }));
      return (
        <WordsFilter
          label={labels.currency}
          chosen={chosen}
          offered={all}
          change={(next) => set({ currency: next.join(",") })}
        />
      );
    }
    case "tags":
    case "badges":
      return <ListFilter key={kind} {...props} kind={kind} />;
    case "missing":
    case "outdated":
      return <LanguageFilter label={labels[kind]} chosen={filters[kind]} choose={(code) => set({ [kind]: code })} />;
    case "changedSince":
      return <SinceFilter since={filters.changedSince} set={(changedSince) => set({ changedSince })} />;
    case "changedBy":
      return (
        <TypedFilter label={t.filters.person} given={filters.changedBy ?? ""} set={(changedBy) => set({ changedBy })} />
      );
  }
}

function ListFilter({ projectId, node, filters, setFilters, kind }: Filtering & { kind: "tags" | "badges" }) {
  const t = useText();
  const found = useFacet(listOf(projectId, node, filters), kind);
  const set = (change: FilterChange) => setFilters(withFilters(filters, change));
  return (
    <WordsFilter
      label={t.filters.kinds[kind]}
      chosen={wordsOf(filters[kind])}
      offered={found as { value: string; count: number }[] | undefined}
      mode={filters[`${kind}Mode`] ?? "any"}
      setMode={(mode) => set({ [`${kind}Mode`]: mode })}
      change={(next) => set({ [kind]: next.join(",") })}
    />
  );
}

type LanguageProps = { label: string; chosen: string | undefined; choose(code: string): void };

function LanguageFilter({ label, chosen, choose }: LanguageProps) {
  const inLanguage = useStore(languageStore);
  const all = [...languageCodes]
    .filter((code) => code !== defaultLanguage)
    .map((value) => ({ value, label: languageName(value, inLanguage) }))
    .sort((one, other) => one.label.localeCompare(other.label, inLanguage));
  return (
    <Choice
      aria-label={label}
      data-autofocus
      value={chosen ?? ""}
      choose={choose}
      options={[{ value: "", label: "—" }, ...all]}
    />
  );
}
