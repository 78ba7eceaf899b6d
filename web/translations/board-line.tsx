import { Anchor } from "@mantine/core";
import { useId } from "react";
import { fieldLabel } from "../catalog/field-names.ts";
import { languageStore, useText } from "../platform/i18n/i18n.ts";
import { languageName } from "../platform/i18n/language-name.ts";
import { useLater } from "../platform/i18n/later-words.ts";
import { useStore } from "../platform/store.ts";
import { fieldKey, sameValue } from "../saving/edit.ts";
import { useActs, useField } from "../saving/use-field.ts";
import { FieldNote } from "../widgets/field-note.tsx";
import { PlainValue } from "../widgets/plain-value.tsx";
import type { Pair } from "./attribute-cells.ts";
import { BoardAttributes } from "./board-attributes.tsx";
import { type BoardRow, useBoardRecord } from "./board-data.ts";
import type { BoardKey } from "./board-keys.ts";
import { SourcePlace, SourceText } from "./board-source.tsx";
import { BoardText } from "./board-text.tsx";
import { confirmTranslation, isConfirmed } from "./confirm.ts";
import { type DotState, TextDot } from "./text-dot.tsx";
import type { TranslatedFrom } from "./translation.ts";

/** Goes to the next field, or back; `past`: past all fields of this text. */
export type Go = (by: 1 | -1, past?: "text") => void;

type Props = {
  projectId: string;
  row: BoardRow;
  language: string;
  mayWrite: boolean;
  go: Go;
};

/** One text of the original beside its translation, which is typed here. */
export function BoardLine({ projectId, row, language, mayWrite, go }: Props) {
  const t = useText();
  const { board } = useLater();
  const inLanguage = useStore(languageStore);
  const { entry, field, original } = row;
  const record = { kind: entry.kind, id: entry.id };
  const path = `translations.${language}.${field}`;
  const bound = useField<TranslatedFrom | undefined>(
    { record, data: useBoardRecord(row, language), etag: undefined },
    path,
  );
  const { value } = bound;
  const name = entry.name?.original ?? entry.id;
  const labelOf = (part: string) => board.translate(part, name, languageName(language, inLanguage));
  const label = labelOf(fieldLabel(t, field));
  const translation = { record, language, field };
  const confirmed = isConfirmed(useActs(), translation);
  const untouched = sameValue(value, row.translation);
  const state = confirmed ? undefined : stateOf(row, value, untouched);
  const needsWord = state === "stale" || state === "copied";
  const confirm = () => void confirmTranslation(projectId, translation, label);
  const copy = () => {
    bound.set(original);
    bound.leave();
    confirm();
    go(1, "text");
  };
  const onKey = (key: BoardKey) => {
    if (key === "copy") return copy();
    bound.leave();
    if (key !== "confirm") return go(key === "previous" ? -1 : 1);
    if (needsWord) confirm();
    go(1, "text");
  };
  const described = useId();
  const shared = { describedBy: state && described, language, leave: bound.leave, onKey };
  const place = <SourcePlace projectId={projectId} row={row} />;
  return (
    <>
      {mayWrite && typeof original !== "string" ? (
        <BoardAttributes
          {...shared}
          field={fieldKey(record, path)}
          place={place}
          original={original}
          former={(row.translatedFrom as Pair[] | null) ?? undefined}
          value={value as Pair[] | undefined}
          untouched={untouched}
          labelOf={labelOf}
          change={bound.set}
        />
      ) : (
        <>
          <div className="board-source">
            {typeof original === "string" ? (
              <SourceText text={original} before={(row.translatedFrom as string | null) ?? undefined} />
            ) : (
              <PlainValue value={original} lang="en" />
            )}
            {place}
          </div>
          <div className="board-text" data-field={fieldKey(record, path)}>
            {mayWrite ? (
              <BoardText
                {...shared}
                label={label}
                value={(value as string | undefined) ?? ""}
                hasLines={field === "simpleDescription"}
                change={(text) => bound.set(text || undefined)}
                copy={state === "missing" ? copy : undefined}
              />
            ) : (
              <PlainValue value={value} lang={language} />
            )}
          </div>
        </>
      )}
      <div className="board-state">
        <FieldNote field={bound} />
        {state && bound.state.status !== "saving" && <TextDot state={state} id={described} />}
      </div>
      {needsWord && mayWrite && <Confirm state={state} label={label} confirm={confirm} />}
    </>
  );
}

/** Says that the translation is right as it is. */
function Confirm({ state, label, confirm }: { state: DotState; label: string; confirm(): void }) {
  const { translations: words } = useText();
  return (
    <div className="board-confirm">
      <Anchor
        component="button"
        type="button"
        className="still-right"
        size="xs"
        aria-label={state === "stale" ? words.confirm(label) : words.confirmCopy(label)}
        onClick={confirm}
      >
        {state === "stale" ? words.stillRight : words.rightSo}
      </Anchor>
    </div>
  );
}

/** What the translation needs now, after what was typed since the board was read. */
function stateOf(row: BoardRow, value: TranslatedFrom | undefined, untouched: boolean): DotState | undefined {
  if (value === undefined || value.length === 0) return "missing";
  if (untouched && row.translatedFrom !== null) return "stale";
  return (untouched ? row.copied : sameValue(value, row.original)) ? "copied" : undefined;
}
