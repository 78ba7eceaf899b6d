import { Text, Textarea, TextInput } from "@mantine/core";
import { useVirtualizer } from "@tanstack/react-virtual";
import { useEffect, useRef } from "react";
import { mayWriteAt } from "../access/rights.ts";
import { MayWrite, useRights } from "../access/use-rights.ts";
import type { WorkspaceSearch } from "../addresses.ts";
import { fieldLabel } from "../components/field-names.ts";
import { FieldNote } from "../components/field-note.tsx";
import { TextLink } from "../components/links.tsx";
import { PlainValue } from "../components/plain-value.tsx";
import { TranslationMark } from "../components/translation-mark.tsx";
import { languageStore, useText } from "../i18n/i18n.ts";
import { languageName } from "../i18n/language-name.ts";
import { fieldKey } from "../saving/edit.ts";
import { useActs, useField } from "../saving/use-field.ts";
import { useStore } from "../store.ts";
import { nodeKey } from "../tree/tree.ts";
import { type BoardRow, useBoardRecord } from "./board-data.ts";
import { isConfirmed } from "./confirm.ts";
import { asText } from "./translation.ts";

const rowHeight = 58;
/** The next page is requested this many rows before the end. */
const ahead = 20;

type Props = { projectId: string; rows: BoardRow[]; language: string; more: (() => void) | undefined };

/** One row per text; only those on the screen are drawn. */
export function BoardRows({ projectId, rows, language, more }: Props) {
  const t = useText();
  const scroller = useRef<HTMLDivElement>(null);
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    getItemKey: (index) => keyOf(rows[index] as BoardRow),
    overscan: 8,
  });
  const drawn = virtual.getVirtualItems();
  const nearEnd = (drawn.at(-1)?.index ?? 0) >= rows.length - ahead;
  useEffect(() => {
    if (nearEnd) more?.();
  }, [nearEnd, more]);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
    <section className="board-scroll" ref={scroller} aria-label={t.translations.boardTitle} tabIndex={0}>
      <div style={{ height: virtual.getTotalSize(), position: "relative" }}>
        {drawn.map(({ index, key, start }) => (
          <div
            className="board-row"
            key={key}
            data-index={index}
            ref={virtual.measureElement}
            style={{ transform: `translateY(${start}px)` }}
          >
            <BoardLine projectId={projectId} row={rows[index] as BoardRow} language={language} />
          </div>
        ))}
      </div>
    </section>
  );
}

const keyOf = ({ entry, field }: BoardRow) => `${entry.kind}:${entry.id}:${field}`;

function searchOf({ entry: { kind, id, path } }: BoardRow): WorkspaceSearch {
  if (kind === "item") return { subcategory: path.at(-1)?.id ?? "", item: id };
  return { [kind]: id, details: true };
}

function BoardLine({ projectId, row, language }: { projectId: string; row: BoardRow; language: string }) {
  const t = useText();
  const inLanguage = useStore(languageStore);
  const { entry, field, original } = row;
  const data = useBoardRecord(row, language);
  const source = { record: { kind: entry.kind, id: entry.id }, data, etag: undefined };
  const path = `translations.${language}.${field}`;
  const bound = useField<string | undefined>(source, path);
  const name = entry.name?.original ?? entry.id;
  const label = t.translations.translate(fieldLabel(t, field), name, languageName(language, inLanguage));
  const untouched = bound.value === (row.translation ?? undefined);
  const translation = { record: source.record, language, field };
  const confirmed = isConfirmed(useActs(), translation);
  const translatedFrom = (untouched && !confirmed && row.translatedFrom) || undefined;
  const node =
    entry.kind === "item" ? nodeKey("subcategory", entry.path.at(-1)?.id ?? "") : nodeKey(entry.kind, entry.id);
  const mayWrite = mayWriteAt(useRights(projectId), node);
  const shared = {
    variant: bound.value ? "default" : "filled",
    lang: language,
    "aria-label": label,
    placeholder: asText(original),
    value: bound.value ?? "",
    onChange: (event: { currentTarget: { value: string } }) => bound.set(event.currentTarget.value || undefined),
    onBlur: bound.leave,
  };
  return (
    <>
      <span className="board-name">
        <TextLink
          c="inherit"
          truncate
          to="/projects/$projectId"
          params={{ projectId }}
          search={searchOf(row)}
          lang="en"
        >
          {field === "description" ? t.translations.properties(original.length) : asText(original)}
        </TextLink>
        <Text size="xs" c="dimmed" truncate>
          {[...entry.path.map((above) => above.name), ...(field === "name" ? [] : [name, fieldLabel(t, field)])].join(
            " / ",
          )}
        </Text>
      </span>
      <span className="board-text" data-field={fieldKey(source.record, path)}>
        {field === "description" ? (
          <TextLink to="/projects/$projectId" params={{ projectId }} search={searchOf(row)}>
            {t.translations.openProperties}
          </TextLink>
        ) : !mayWrite(path) ? (
          <PlainValue value={bound.value} lang={language} />
        ) : field === "simpleDescription" ? (
          <Textarea rows={2} {...shared} />
        ) : (
          <TextInput {...shared} />
        )}
        {translatedFrom && (
          <Text size="xs" c="dimmed">
            {t.translations.madeFrom(asText(translatedFrom))}
          </Text>
        )}
      </span>
      <span className="board-note">
        <FieldNote field={bound} compact={false} />
        {bound.state.status === "idle" && (
          <MayWrite value={mayWrite}>
            <TranslationMark
              missing={field === "description" && row.missing}
              copied={untouched && !confirmed && row.copied}
              translatedFrom={translatedFrom}
              projectId={projectId}
              translation={translation}
              of={label}
            />
          </MayWrite>
        )}
      </span>
    </>
  );
}
