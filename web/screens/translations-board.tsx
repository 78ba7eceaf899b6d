import { Switch } from "@mantine/core";
import { IconLanguage } from "@tabler/icons-react";
import { getRouteApi, useNavigate } from "@tanstack/react-router";
import { useVirtualizer } from "@tanstack/react-virtual";
import { useMemo, useRef, useState } from "react";
import type { BoardSearch } from "../addresses.ts";
import { FieldNote } from "../components/field-note.tsx";
import { LanguageTabs, useContentLanguage } from "../components/language-tabs.tsx";
import { Empty, Lines, LoadFailed } from "../components/states.tsx";
import { languageName, languageStore, useText } from "../i18n/i18n.ts";
import { useItemWindow } from "../items/items-data.ts";
import type { RecordRef } from "../saving/edit.ts";
import { useField } from "../saving/use-field.ts";
import { useStore } from "../store.ts";
import { pathTo, type Tree, visibleRows } from "../tree/tree.ts";
import { useTree } from "../tree/tree-data.ts";

const boardRoute = getRouteApi("/projects/$projectId/translations");
const rowHeight = 44;

/** Every name of the catalog beside its translation: the tree, or the items of one leaf. */
export function TranslationsBoard() {
  const t = useText();
  const { projectId } = boardRoute.useParams();
  const search = boardRoute.useSearch();
  const navigate = useNavigate();
  const tree = useTree(projectId);
  const go = (next: BoardSearch) =>
    void navigate({ to: "/projects/$projectId/translations", params: { projectId }, search: next, replace: true });
  const languages = useMemo(() => usedLanguages(tree.data), [tree.data]);
  const [kept, keep] = useContentLanguage(languages);
  const language = search.lang ?? kept;
  return (
    <div className="board">
      <div className="board-head">
        <h1>{t.translations.boardTitle}</h1>
        <p className="lead">{t.translations.boardSubtitle}</p>
        {tree.data && (
          <div className="board-tools">
            <LanguageTabs
              languages={languages}
              language={language}
              choose={(lang) => {
                keep(lang);
                go({ ...search, lang });
              }}
              share={(code) => treeShare(tree.data, code)}
            />
            <span className="top-gap" />
            <select
              className="control board-place"
              aria-label={t.translations.place}
              value={search.subcategory ?? ""}
              onChange={(event) => {
                const { subcategory: _, ...rest } = search;
                const chosen = event.currentTarget.value;
                go(chosen ? { ...rest, subcategory: chosen } : rest);
              }}
            >
              <option value="">{t.translations.node}</option>
              {[...tree.data.nodes.values()]
                .filter((node) => node.itemCount > 0)
                .slice(0, 500)
                .map((node) => (
                  <option key={node.key} value={node.id}>
                    {pathTo(tree.data, node.key)
                      .map((above) => above.name)
                      .join(" / ")}
                  </option>
                ))}
            </select>
            <Switch
              size="sm"
              label={t.translations.only}
              checked={search.missing ?? false}
              onChange={(event) => {
                const { missing: _, ...rest } = search;
                go(event.currentTarget.checked ? { ...rest, missing: true } : rest);
              }}
            />
          </div>
        )}
      </div>
      {tree.isError ? (
        <LoadFailed retry={() => void tree.refetch()} />
      ) : !tree.data ? (
        <Lines count={12} height={rowHeight} />
      ) : search.subcategory ? (
        <ItemRows
          key={search.subcategory}
          subcategoryId={search.subcategory}
          language={language}
          missing={search.missing ?? false}
        />
      ) : (
        <TreeRows tree={tree.data} language={language} missing={search.missing ?? false} />
      )}
    </div>
  );
}

function usedLanguages(tree: Tree | undefined): string[] {
  const found = new Set<string>();
  for (const node of tree?.nodes.values() ?? []) for (const code of Object.keys(node.translations)) found.add(code);
  return [...found];
}

function treeShare(tree: Tree, language: string) {
  let done = 0;
  for (const node of tree.nodes.values()) if (node.translations[language]?.name) done++;
  return { done, of: tree.nodes.size };
}

type BoardRow = {
  record: RecordRef;
  data: { name: string; translations: Record<string, { name?: string | undefined }> };
  detail: string;
  depth: number;
};

function TreeRows({ tree, language, missing }: { tree: Tree; language: string; missing: boolean }) {
  // What is missing is decided when the filter is set: a row must not vanish under the translator's hands.
  const [kept] = useState(() => ({ tree, language }));
  const base = missing && kept.language === language ? kept.tree : tree;
  const rows = useMemo(() => {
    const all = visibleRows(tree, new Set(tree.nodes.keys())).map(({ node }) => node);
    const wanted = missing ? all.filter((node) => !base.nodes.get(node.key)?.translations[language]?.name) : all;
    return wanted.map(
      (node): BoardRow => ({
        record: { kind: node.kind, id: node.id },
        data: node,
        depth: missing ? 0 : node.depth,
        detail: missing
          ? pathTo(tree, node.key)
              .slice(0, -1)
              .map((above) => above.name)
              .join(" / ")
          : "",
      }),
    );
  }, [tree, base, language, missing]);
  return <Rows count={rows.length} rowAt={(index) => rows[index]} language={language} />;
}

function ItemRows({ subcategoryId, language, missing }: { subcategoryId: string; language: string; missing: boolean }) {
  const [range, setRange] = useState({ from: 0, to: 0 });
  const list = useItemWindow(subcategoryId, { search: "", visible: undefined, tags: "" }, range.from, range.to);
  const [done] = useState(() => new Set<string>());
  if (list.failed) return <LoadFailed retry={list.refetch} />;
  if (list.total === undefined) return <Lines count={12} height={rowHeight} />;
  const rowAt = (index: number): BoardRow | undefined => {
    const item = list.itemAt(index);
    if (!item) return undefined;
    return { record: { kind: "item", id: item.id }, data: item, detail: "", depth: 0 };
  };
  if (!missing) return <Rows count={list.total} rowAt={rowAt} language={language} onRange={setRange} />;
  const wanted: BoardRow[] = [];
  for (let index = 0; index < list.total; index++) {
    const row = rowAt(index);
    if (!row) continue;
    if (row.data.translations[language]?.name && !done.has(row.record.id)) continue;
    done.add(row.record.id);
    wanted.push(row);
  }
  return <Rows count={wanted.length} rowAt={(index) => wanted[index]} language={language} />;
}

type RowsProps = {
  count: number;
  rowAt(index: number): BoardRow | undefined;
  language: string;
  onRange?(range: { from: number; to: number }): void;
};

function Rows({ count, rowAt, language, onRange }: RowsProps) {
  const t = useText();
  const scroller = useRef<HTMLDivElement>(null);
  const virtual = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 8,
    onChange: (instance) => {
      const drawn = instance.getVirtualItems();
      onRange?.({ from: drawn[0]?.index ?? 0, to: drawn.at(-1)?.index ?? 0 });
    },
  });
  if (count === 0)
    return <Empty icon={<IconLanguage />} title={t.translations.noneMissing} hint={t.translations.noneMissingHint} />;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
    <section className="board-scroll" ref={scroller} aria-label={t.translations.boardTitle} tabIndex={0}>
      <div style={{ height: virtual.getTotalSize(), position: "relative" }}>
        {virtual.getVirtualItems().map((drawn) => {
          const row = rowAt(drawn.index);
          return (
            <div
              className="board-row"
              key={row ? `${row.record.kind}:${row.record.id}` : drawn.index}
              style={{ transform: `translateY(${drawn.start}px)` }}
            >
              {row && <BoardLine row={row} language={language} />}
            </div>
          );
        })}
      </div>
    </section>
  );
}

function BoardLine({ row, language }: { row: BoardRow; language: string }) {
  const t = useText();
  const inLanguage = useStore(languageStore);
  const source = { record: row.record, data: row.data, etag: undefined };
  const field = useField<string | undefined>(source, `translations.${language}.name`);
  return (
    <>
      <span className="board-name" style={{ paddingLeft: Math.min(row.depth, 8) * 16 }} title={row.detail || undefined}>
        <span>{row.data.name}</span>
        {row.detail && <span className="quiet">{row.detail}</span>}
      </span>
      <input
        className="control"
        lang={language}
        aria-label={t.translations.translateName(row.data.name, languageName(language, inLanguage))}
        placeholder={row.data.name}
        data-missing={!field.value || undefined}
        value={field.value ?? ""}
        onChange={(event) => field.set(event.currentTarget.value || undefined)}
        onBlur={field.leave}
      />
      <span className="board-note">
        <FieldNote field={field} compact={false} />
      </span>
    </>
  );
}
