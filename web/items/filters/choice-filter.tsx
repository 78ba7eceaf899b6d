import { useId } from "react";
import { useText } from "../../platform/i18n/i18n.ts";
import { FilterCount } from "./filter-count.tsx";

type Option<T> = { value: T; label: string; count?: number | undefined };
type Props<T> = { label: string; chosen: T | undefined; options: Option<T>[]; choose(value: T | undefined): void };

/** One of a few values, or any. */
export function ChoiceFilter<T extends string | boolean>({ label, chosen, options, choose }: Props<T>) {
  const t = useText();
  const name = useId();
  const all: Option<T | undefined>[] = [{ value: undefined, label: t.filters.any }, ...options];
  return (
    <div role="radiogroup" aria-label={label}>
      {all.map(({ value, label: words, count }) => (
        <label className="filter-line" key={String(value)}>
          <input
            type="radio"
            name={name}
            checked={value === chosen}
            data-autofocus={value === chosen || undefined}
            onChange={() => choose(value)}
          />
          <span className="filter-name">{words}</span>
          <FilterCount count={count} />
        </label>
      ))}
    </div>
  );
}
