import { SegmentedControl, Text, TextInput } from "@mantine/core";
import { IconSearch } from "@tabler/icons-react";
import { useState } from "react";
import { listModes } from "../../../contract/constants.ts";
import { fold } from "../../../contract/fold.ts";
import type { ListMode } from "../../catalog/item-filters.ts";
import { useText } from "../../platform/i18n/i18n.ts";
import { FilterCount } from "./filter-count.tsx";

type Props = {
  label: string;
  chosen: string[];
  /** The values in use, the most frequent first; undefined while they are loading. */
  offered: { value: string; count: number | undefined }[] | undefined;
  change(chosen: string[]): void;
  /** Whether an item has any, all or none of them. */
  mode?: ListMode;
  setMode?(mode: ListMode): void;
};

/** More than this many are found by typing. */
const shown = 100;
const fewValues = 8;

/** Some of many values, each with how many items have it. */
export function WordsFilter({ label, chosen, offered, change, mode, setMode }: Props) {
  const t = useText();
  const [query, setQuery] = useState("");
  // What was chosen stays in the list, whatever else is filtered.
  const known = new Set(offered?.map(({ value }) => value));
  const all = [
    ...chosen.filter((value) => !known.has(value)).map((value) => ({ value, count: offered && 0 })),
    ...(offered ?? []),
  ];
  const folded = fold(query.trim());
  const found = all.filter(({ value }) => fold(value).includes(folded)).slice(0, shown);
  const toggle = (value: string) =>
    change(chosen.includes(value) ? chosen.filter((one) => one !== value) : [...chosen, value]);
  return (
    <>
      {all.length > fewValues && (
        <TextInput
          size="xs"
          mb={6}
          aria-label={t.filters.find}
          placeholder={t.filters.find}
          leftSection={<IconSearch size={14} />}
          data-autofocus
          value={query}
          onChange={(event) => setQuery(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key !== "Enter" || !found[0]) return;
            event.preventDefault();
            toggle(found[0].value);
            setQuery("");
          }}
        />
      )}
      <fieldset className="filter-list" aria-label={label}>
        {found.map(({ value, count }) => (
          <label className="filter-line" key={value}>
            <input type="checkbox" checked={chosen.includes(value)} onChange={() => toggle(value)} />
            <span className="filter-name">{value}</span>
            <FilterCount count={count} />
          </label>
        ))}
      </fieldset>
      {offered && found.length === 0 && (
        <Text size="sm" c="dimmed">
          {t.filters.noValues}
        </Text>
      )}
      {setMode && chosen.length > 0 && (
        <SegmentedControl
          size="xs"
          mt="xs"
          fullWidth
          aria-label={t.filters.mode}
          value={mode ?? "any"}
          onChange={(value) => setMode(value as ListMode)}
          data={listModes.map((one) => ({ value: one, label: t.filters.modes[one] }))}
        />
      )}
    </>
  );
}
