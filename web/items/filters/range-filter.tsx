import { Button, Group, SimpleGrid } from "@mantine/core";
import { type FilterChange, type ItemFilters, withFilters } from "../../catalog/item-filters.ts";
import { type Text, useText } from "../../platform/i18n/i18n.ts";
import { readNumber } from "../../platform/i18n/read-number.ts";
import { TypedFilter } from "../../widgets/typed-filter.tsx";

type Props = {
  kind: "price" | "discount" | "quantity";
  filters: ItemFilters;
  set(change: FilterChange): void;
};

const meaning = (text: string) => {
  const { value } = readNumber(text);
  return value === undefined ? "" : String(value);
};

/** The lowest and the highest number of a field. */
export function RangeFilter({ kind, filters, set }: Props) {
  const t = useText();
  const bound = (side: "Min" | "Max") => {
    const name = `${kind}${side}` as const;
    const other = filters[`${kind}${side === "Min" ? "Max" : "Min"}`];
    return (
      <TypedFilter
        label={side === "Min" ? t.filters.from : t.filters.to}
        labelled
        inputMode="decimal"
        autoComplete="off"
        data-autofocus={side === "Min" || undefined}
        given={String(filters[name] ?? "")}
        meaning={meaning}
        set={(text) => set({ [name]: text === "" ? undefined : Number(text) })}
        fault={(text) => faultOf(t, text, name, side === "Min" ? [undefined, other] : [other, undefined])}
      />
    );
  };
  return (
    <>
      <SimpleGrid cols={2} spacing="xs">
        {bound("Min")}
        {bound("Max")}
      </SimpleGrid>
      {kind === "quantity" && (
        <Group gap={6} mt="xs">
          <Button size="compact-xs" variant="default" onClick={() => set({ quantityMin: undefined, quantityMax: 0 })}>
            {t.filters.outOfStock}
          </Button>
          <Button size="compact-xs" variant="default" onClick={() => set({ quantityMin: 1, quantityMax: undefined })}>
            {t.filters.inStock}
          </Button>
        </Group>
      )}
    </>
  );
}

type Bounds = readonly [low: number | undefined, high: number | undefined];

function faultOf(t: Text, text: string, name: keyof ItemFilters, [low, high]: Bounds): string | undefined {
  if (text.trim() === "") return undefined;
  const { value, fault } = readNumber(text);
  if (fault) return t.faults[fault];
  // What the API does not take, the address does not carry.
  if (withFilters({}, { [name]: value })[name] === undefined) return t.faults.out_of_range;
  return value < (low ?? value) || value > (high ?? value) ? t.filters.crossed : undefined;
}
