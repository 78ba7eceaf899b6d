import { ActionIcon, TextInput } from "@mantine/core";
import { IconTrash } from "@tabler/icons-react";
import { useId } from "react";
import { currencies } from "../../../contract/constants.ts";
import { mayWriteIn } from "../../access/rights.ts";
import { useRights } from "../../access/use-rights.ts";
import { fieldLabel } from "../../catalog/field-names.ts";
import { languageStore, type Text, useText } from "../../platform/i18n/i18n.ts";
import { languageName } from "../../platform/i18n/language-name.ts";
import { type LaterText, useLater } from "../../platform/i18n/later-words.ts";
import { useStore } from "../../platform/store.ts";
import { useProgress } from "../../translations/board-data.ts";
import { Choice } from "../../widgets/choice.tsx";
import { FieldHead } from "../../widgets/fields.tsx";
import { readNumberEntry } from "../number-entry.ts";
import { TagsInput } from "../tags-input.tsx";
import {
  type BulkField,
  bulkFields,
  faultOf,
  isRepeatable,
  type BulkLine as Line,
  listWays,
  replacedFields,
  roundings,
  takesOperations,
} from "./bulk-change.ts";

type Props = {
  projectId: string;
  line: Line;
  taken: readonly BulkField[];
  change(line: Line): void;
  remove: (() => void) | undefined;
};

const labelOf = (t: Text, { bulk }: LaterText, field: BulkField) =>
  field === "replace" ? bulk.findAndReplace : fieldLabel(t, field);

/** One field of a bulk edit and what becomes of it. */
export function BulkLine({ projectId, line, taken, change, remove }: Props) {
  const t = useText();
  const later = useLater();
  const { bulk } = later;
  return (
    <div className="bulk-line">
      <Choice
        label={bulk.field}
        value={line.field}
        choose={(field) => change({ key: line.key, field })}
        options={bulkFields
          .filter((field) => field === line.field || isRepeatable(field) || !taken.includes(field))
          .map((field) => ({ value: field, label: labelOf(t, later, field) }))}
      />
      <div className="bulk-value" data-field={line.field}>
        <BulkValue projectId={projectId} line={line} change={change} />
      </div>
      {remove && (
        <ActionIcon mt={26} aria-label={bulk.removeField(labelOf(t, later, line.field))} onClick={remove}>
          <IconTrash size={16} />
        </ActionIcon>
      )}
    </div>
  );
}

type ValueProps = { projectId: string; line: Line; change(line: Line): void };

function BulkValue({ projectId, line, change }: ValueProps) {
  const { field } = line;
  if (field === "visible" || field === "currency") return <ChoiceValue line={line} change={change} />;
  if (field === "tags" || field === "badges") return <WordsValue field={field} line={line} change={change} />;
  if (field === "replace") return <ReplaceValue projectId={projectId} line={line} change={change} />;
  return <TypedValue line={line} change={change} />;
}

type LineProps = Omit<ValueProps, "projectId">;

const useValueLabel = (field: BulkField) => {
  const t = useText();
  const later = useLater();
  return (
    <>
      {later.bulk.value}
      <span className="visually-hidden">, {labelOf(t, later, field)}</span>
    </>
  );
};

function ChoiceValue({ line, change }: LineProps) {
  const t = useText();
  const { field, typed } = line;
  const isFlag = field === "visible";
  return (
    <Choice
      label={useValueLabel(field)}
      value={String(typed ?? (isFlag ? true : currencies[0]))}
      choose={(value) => change({ ...line, typed: isFlag ? value === "true" : value })}
      options={
        isFlag
          ? [
              { value: "true", label: t.items.onlyVisible },
              { value: "false", label: t.items.onlyHidden },
            ]
          : currencies.map((code) => ({ value: code, label: code }))
      }
    />
  );
}

function WordsValue({ field, line, change }: LineProps & { field: "tags" | "badges" }) {
  const t = useText();
  const { bulk } = useLater();
  const id = useId();
  const { typed, way = "add" } = line;
  return (
    <>
      <Choice
        label={bulk.way}
        value={way}
        choose={(way) => change({ ...line, way })}
        options={listWays.map((value) => ({ value, label: bulk.ways[value] }))}
      />
      <div className="field">
        <FieldHead label={useValueLabel(field)} control={id} />
        <TagsInput
          id={id}
          value={(typed as string[] | undefined) ?? []}
          words={field}
          placeholder={field === "tags" ? t.item.addTag : t.item.addBadge}
          change={(words) => change({ ...line, typed: words })}
        />
      </div>
    </>
  );
}

function TypedValue({ line, change }: LineProps) {
  const t = useText();
  const { bulk } = useLater();
  const { field, typed, round } = line;
  const text = (typed as string | undefined) ?? "";
  const fault = faultOf(line);
  const operates = takesOperations(field);
  const isOperation = operates && "operation" in readNumberEntry(text);
  return (
    <>
      <TextInput
        label={useValueLabel(field)}
        inputMode={field === "simpleDescription" || operates ? "text" : "decimal"}
        autoComplete="off"
        data-autofocus
        {...(operates &&
          !fault && { description: bulk.operations, inputWrapperOrder: ["label", "input", "description", "error"] })}
        error={fault && t.faults[fault]}
        errorProps={{ role: "alert" }}
        value={text}
        onChange={(event) => change({ ...line, typed: event.currentTarget.value })}
      />
      {isOperation && (
        <Choice<(typeof roundings)[number] | "">
          label={bulk.round}
          value={round ?? ""}
          choose={(chosen) => {
            const { round: _, ...rest } = line;
            change(chosen ? { ...rest, round: chosen } : rest);
          }}
          options={[
            { value: "", label: bulk.noRounding },
            ...roundings.map((value) => ({ value, label: bulk.roundings[value] })),
          ]}
        />
      )}
    </>
  );
}

function ReplaceValue({ projectId, line, change }: ValueProps) {
  const t = useText();
  const { bulk } = useLater();
  const inLanguage = useStore(languageStore);
  const rights = useRights(projectId);
  const used = useProgress(projectId, undefined).data?.languages ?? [];
  const languages = used.filter(({ language }) => mayWriteIn(rights, language));
  const { typed, place = "name", language, by = "" } = line;
  return (
    <>
      <Choice
        label={bulk.replaceIn}
        value={place}
        choose={(place) => change({ ...line, place })}
        options={replacedFields.map((value) => ({ value, label: fieldLabel(t, value) }))}
      />
      <Choice
        label={bulk.replaceLanguage}
        value={language ?? ""}
        choose={(chosen) => {
          const { language: _, ...rest } = line;
          change(chosen ? { ...rest, language: chosen } : rest);
        }}
        options={[
          { value: "", label: bulk.original },
          ...languages.map(({ language: code }) => ({ value: code, label: languageName(code, inLanguage) })),
        ]}
      />
      <TextInput
        label={bulk.find}
        autoComplete="off"
        value={(typed as string | undefined) ?? ""}
        onChange={(event) => change({ ...line, typed: event.currentTarget.value })}
      />
      <TextInput
        label={bulk.replaceBy}
        autoComplete="off"
        value={by}
        onChange={(event) => change({ ...line, by: event.currentTarget.value })}
      />
    </>
  );
}
