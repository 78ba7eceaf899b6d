import { memo, useRef } from "react";
import { catalogLanguage, namePathIn, shownName } from "../catalog/catalog-language.ts";
import { type NodeKey, type Row, rowId, type TreeNode } from "../catalog/tree.ts";
import { setExpanded, treeView } from "../catalog/tree-view.ts";
import { useName } from "../catalog/use-name.ts";
import { languageStore, textNow, useText } from "../platform/i18n/i18n.ts";
import { number } from "../platform/i18n/numbers.ts";
import { useStore } from "../platform/store.ts";
import type { FieldPath, RecordRef } from "../saving/edit.ts";
import { saving } from "../saving/saving.ts";
import { type Source, useField } from "../saving/use-field.ts";
import { doneList } from "../undo/done-store.ts";
import { offerUndo } from "../undo/offer-undo.ts";
import { FieldNote } from "../widgets/field-note.tsx";
import { Glyph } from "../widgets/glyph.tsx";
import type { TreeDragCommands, Zone } from "./use-tree-drag.ts";

/** What a row can ask of the tree. */
export type TreeCommands = TreeDragCommands & {
  select(key: NodeKey): void;
  openMenu(key: NodeKey, left: number, top: number): void;
  renamed(): void;
  /** It was opened or closed with the pointer: the keyboard goes on from there. */
  toggled(key: NodeKey): void;
};

type Props = {
  row: Row;
  top: number;
  selected: boolean;
  active: boolean;
  renaming: boolean;
  found: boolean;
  /** Whether the person may change it, and whether they may write the name that is shown. */
  editable: boolean;
  namable: boolean;
  drop: Zone | undefined;
  /** The same object in every render, so that scrolling draws only the rows that are new. */
  tree: TreeCommands;
};

export const indent = (depth: number) => 8 + Math.min(depth, 12) * 16;

export const TreeRow = memo(function TreeRow(props: Props) {
  const t = useText();
  const language = useStore(languageStore);
  const { row, tree: commands } = props;
  const { node } = row;
  const source: Source = { record: { kind: node.kind, id: node.id }, data: node, etag: undefined };
  const name = useName(source);
  const visible = useField<boolean>(source, "visible");
  const branch = node.children.length > 0;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the tree handles the keyboard for the active row
    // biome-ignore lint/a11y/useFocusableInteractive: the tree keeps the focus and names the active row
    <div
      id={rowId(node.key)}
      className="tree-row"
      role="treeitem"
      aria-level={node.depth + 1}
      aria-posinset={row.position}
      aria-setsize={row.siblings}
      aria-selected={props.selected}
      aria-expanded={branch ? row.expanded : undefined}
      aria-label={[name.shown, node.itemCount > 0 && t.counts.items(node.itemCount), !visible.value && t.tree.hidden]
        .filter(Boolean)
        .join(" ")}
      data-active={props.active || undefined}
      data-hidden={!visible.value || undefined}
      data-found={props.found || undefined}
      data-drop={props.drop}
      style={{ transform: `translateY(${props.top}px)`, paddingLeft: indent(node.depth) }}
      draggable={props.editable && !props.renaming}
      onClick={() => commands.select(node.key)}
      onDoubleClick={() => props.namable && treeView.set((view) => ({ ...view, renaming: node.key }))}
      onContextMenu={(event) => {
        event.preventDefault();
        commands.openMenu(node.key, event.clientX, event.clientY);
      }}
      onDragStart={(event) => commands.dragStart(event, node)}
      onDragOver={(event) => commands.dragOver(event, node)}
      onDragLeave={commands.dragLeave}
      onDrop={(event) => commands.drop(event, node)}
      onDragEnd={commands.dragEnd}
    >
      <button
        type="button"
        tabIndex={-1}
        className="tree-twist"
        data-open={row.expanded || undefined}
        aria-label={row.expanded ? t.tree.collapse : t.tree.expand}
        style={{ visibility: branch ? "visible" : "hidden" }}
        onClick={(event) => {
          event.stopPropagation();
          setExpanded([node.key], !row.expanded);
          commands.toggled(node.key);
        }}
      >
        <Glyph name="chevron" size={14} />
      </button>
      <span className="tree-icon" aria-hidden>
        <Glyph name={node.itemCount > 0 ? "package" : "folder"} />
      </span>
      {props.renaming ? (
        <RenameInput node={node} source={source} done={commands.renamed} />
      ) : (
        <span className="tree-name">{name.shown}</span>
      )}
      <FieldNote field={name.field} compact />
      {!visible.value && <Glyph name="eye-off" size={14} />}
      {node.itemCount > 0 && <span className="tree-count" data-count={number(node.itemCount, language)} />}
      {props.editable && (
        <button
          type="button"
          tabIndex={-1}
          className="tree-more"
          aria-label={t.tree.actionsOf(name.shown)}
          onClick={(event) => {
            event.stopPropagation();
            const box = event.currentTarget.getBoundingClientRect();
            commands.openMenu(node.key, box.left, box.bottom);
          }}
        >
          <Glyph name="dots" size={15} />
        </button>
      )}
    </div>
  );
});

function RenameInput({ node, source, done }: { node: TreeNode; source: Source; done(): void }) {
  const t = useText();
  const path = namePathIn(useStore(catalogLanguage));
  const field = useField<string | undefined>(source, path);
  const before = useRef(field.value);
  const ended = useRef(false);
  const end = () => {
    field.leave();
    treeView.set(({ renaming: _, ...rest }) => rest);
    if (ended.current) return;
    ended.current = true;
    tellRenamed(source.record, path, before.current, node.name);
  };
  return (
    <input
      className="tree-input"
      dir="auto"
      aria-label={t.tree.renameLabel(shownName(node))}
      value={field.value ?? ""}
      placeholder={node.name}
      ref={(input) => {
        if (input && document.activeElement !== input) {
          input.focus();
          input.select();
        }
      }}
      onChange={(event) => field.set(event.currentTarget.value)}
      onBlur={end}
      onClick={(event) => event.stopPropagation()}
      onDoubleClick={(event) => event.stopPropagation()}
      onKeyDown={(event) => {
        if (event.key === "Escape" || (event.key === "Enter" && !field.value?.trim())) field.set(before.current);
        if (event.key === "Escape" || event.key === "Enter") {
          event.preventDefault();
          end();
          done();
        }
        event.stopPropagation();
      }}
    />
  );
}

/** Announces the new name when it is saved, with an undo. */
function tellRenamed(record: RecordRef, path: FieldPath, before: string | undefined, original: string) {
  const look = () => {
    const { draft, state } = saving.view(record, path);
    if (draft && state.status === "saving") return;
    stop();
    // Where the old name was typed again, the last entry is another one, or there is none.
    const entry = doneList.lastOf(record, path);
    if (!draft && entry && entry.did.before === before) offerUndo(textNow().tree.renamed(before ?? original), entry.id);
  };
  const stop = saving.onField(record, path, look);
  look();
}
