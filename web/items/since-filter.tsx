import { TextInput } from "@mantine/core";
import { useText } from "../i18n/i18n.ts";
import { ChoiceFilter } from "./choice-filter.tsx";
import { isDay, isSinceWord, type SinceWord, sinceDays } from "./since.ts";

type Props = { since: string | undefined; set(since: string | undefined): void };

/** A period up to now, or from a day on. */
export function SinceFilter({ since, set }: Props) {
  const t = useText();
  const words = Object.keys(sinceDays) as SinceWord[];
  return (
    <>
      <ChoiceFilter
        label={t.filters.kinds.changedSince}
        chosen={since && isSinceWord(since) ? since : undefined}
        options={words.map((value) => ({ value, label: t.filters.periods[value] }))}
        choose={set}
      />
      <TextInput
        size="xs"
        mt="xs"
        type="date"
        label={t.filters.sinceDay}
        value={since && isDay(since) ? since : ""}
        onChange={(event) => set(event.currentTarget.value || undefined)}
      />
    </>
  );
}
