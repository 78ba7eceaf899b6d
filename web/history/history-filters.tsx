import { ActionIcon, Group } from "@mantine/core";
import { IconFilterOff, IconSearch } from "@tabler/icons-react";
import { changeActions, changeKinds } from "../../contract/constants.ts";
import type { HistorySearch } from "../catalog/addresses.ts";
import { fieldLabel } from "../catalog/field-names.ts";
import { useText } from "../platform/i18n/i18n.ts";
import { Choice } from "../widgets/choice.tsx";
import { DateField } from "../widgets/date-field.tsx";
import { TypedFilter } from "../widgets/typed-filter.tsx";

const ofNodes = ["name", "visible", "priority", "img", "id", "parentId", "translations"];
const ofItems = [
  "name",
  "visible",
  "price",
  "discount",
  "currency",
  "quantity",
  "priority",
  "imgs",
  "tags",
  "badges",
  "simpleDescription",
  "description",
  "subcategoryId",
  "key",
  "translations",
  "comments",
];

type Props = {
  value: HistorySearch;
  change(value: HistorySearch): void;
  /** Suggested names: those who made the changes loaded so far. */
  actors: string[];
  /** The kind of record, where the list is about one. */
  about?: "category" | "subcategory" | "item";
};

/** Filters by person, kind, field, time and text. */
export function HistoryFilters({ value, change, actors, about }: Props) {
  const t = useText();
  const kind = about ?? value.kind;
  const fields = kind === undefined ? [...new Set([...ofNodes, ...ofItems])] : kind === "item" ? ofItems : ofNodes;
  const set = (name: keyof HistorySearch, given: string) => {
    const { [name]: _, ...rest } = value;
    change((given ? { ...rest, [name]: given } : rest) as HistorySearch);
  };
  const actions = {
    create: t.history.created,
    update: t.history.changed,
    delete: t.history.deleted,
    restore: t.history.restored,
  };
  const kinds = { category: t.node.category, subcategory: t.node.subcategory, item: t.item.title };
  return (
    <search>
      <Group gap="xs" my="xs">
        <TypedFilter
          label={t.history.text}
          flex="1 1 200px"
          leftSection={<IconSearch size={14} />}
          given={value.text ?? ""}
          set={(text) => set("text", text)}
        />
        <TypedFilter
          label={t.history.who}
          flex="0 1 150px"
          suggestions={actors}
          given={value.actor ?? ""}
          set={(who) => set("actor", who)}
        />
        {!about && (
          <OneOf
            label={t.history.kind}
            any={t.history.anyKind}
            given={value.kind}
            set={(given) => set("kind", given)}
            options={changeKinds.map((one) => ({ value: one, label: kinds[one] }))}
          />
        )}
        <OneOf
          label={t.history.action}
          any={t.history.anyAction}
          given={value.action}
          set={(given) => set("action", given)}
          options={changeActions.map((one) => ({ value: one, label: actions[one] }))}
        />
        <OneOf
          label={t.history.field}
          any={t.history.anyField}
          given={value.field}
          set={(given) => set("field", given)}
          options={fields.map((one) => ({
            value: one,
            label: one === "translations" ? t.sections.translations : fieldLabel(t, one),
          }))}
        />
        <Group gap={6} wrap="nowrap">
          <DateField
            size="xs"
            aria-label={t.history.since}
            placeholder={t.history.since}
            value={value.since ?? ""}
            max={value.until}
            set={(day) => set("since", day)}
          />
          <span aria-hidden>–</span>
          <DateField
            size="xs"
            aria-label={t.history.untilDay}
            placeholder={t.history.untilDay}
            value={value.until ?? ""}
            min={value.since}
            set={(day) => set("until", day)}
          />
        </Group>
        {Object.keys(value).length > 0 && (
          <ActionIcon data-tip={t.items.clearFilters} aria-label={t.items.clearFilters} onClick={() => change({})}>
            <IconFilterOff size={16} />
          </ActionIcon>
        )}
      </Group>
    </search>
  );
}

type KindProps = {
  label: string;
  any: string;
  given: string | undefined;
  set(value: string): void;
  options: { value: string; label: string }[];
};

/** One kind, or any: a filter that is set stands out. */
const OneOf = ({ label, any, given = "", set, options }: KindProps) => (
  <Choice
    size="xs"
    variant={given ? "filled" : "default"}
    aria-label={label}
    value={given}
    choose={set}
    options={[{ value: "", label: any }, ...options]}
  />
);
