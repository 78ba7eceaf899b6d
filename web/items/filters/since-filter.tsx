import { isDay, isSinceWord, type SinceWord, sinceDays } from "../../catalog/since.ts";
import { useText } from "../../platform/i18n/i18n.ts";
import { DateField } from "../../widgets/date-field.tsx";
import { ChoiceFilter } from "./choice-filter.tsx";

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
      <DateField
        size="xs"
        mt="xs"
        label={t.filters.sinceDay}
        value={since && isDay(since) ? since : ""}
        set={(day) => set(day || undefined)}
      />
    </>
  );
}
