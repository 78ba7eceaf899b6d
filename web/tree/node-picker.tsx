import { Stack, Text, TextInput } from "@mantine/core";
import { IconSearch } from "@tabler/icons-react";
import {
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import { fold } from "../../contract/fold.ts";
import { shownName } from "../catalog/catalog-language.ts";
import {
  inOrder,
  matches,
  type NodeKey,
  pathTo,
  type Row,
  type Tree,
  type TreeNode,
  visibleRows,
} from "../catalog/tree.ts";
import { useText } from "../platform/i18n/i18n.ts";
import { useLater } from "../platform/i18n/later-words.ts";
import { Glyph } from "../widgets/glyph.tsx";
import { useRows } from "../widgets/use-rows.ts";

type Props = {
  tree: Tree;
  /** Why a node cannot be chosen; undefined where it can. */
  refusal(node: TreeNode): string | undefined;
  /** Where it begins: its branch is open. */
  start: NodeKey | undefined;
  /** The node that the arrows or a click have come to; undefined while that one cannot be chosen. */
  choose?(key: NodeKey | undefined): void;
  /** Enter or a click takes a node at once. Without it, Enter and a double click submit the form. */
  take?(node: TreeNode): void;
  hint?: ReactNode;
  /** What is shown at the end of a line. */
  note?(node: TreeNode): ReactNode;
};

const rowHeight = 34;
const mostHeight = 10 * rowHeight;
const pageRows = 9;

/** The tree in its own order, to choose a place in it; what is typed finds places by name. */
export function NodePicker(props: Props) {
  const { tree, refusal, start, take, hint, note } = props;
  const t = useText();
  const { places: words } = useLater();
  const id = useId();
  const scroller = useRef<HTMLDivElement>(null);
  const picking = usePicking(props, scroller);
  const { query, rows, at, active, why, chosen } = picking;
  const { drawn, height } = picking.view.of(rows.length);
  return (
    <Stack gap="xs" className="node-picker">
      <TextInput
        role="combobox"
        aria-expanded
        aria-haspopup="tree"
        aria-controls={`${id}-tree`}
        aria-activedescendant={active && `${id}-${active.key}`}
        aria-describedby={`${id}-why`}
        aria-label={words.search}
        placeholder={words.search}
        leftSection={<IconSearch size={15} />}
        value={query}
        data-autofocus
        onChange={(event) => picking.search(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (onPickerKey(event, picking, take)) event.preventDefault();
        }}
      />
      {rows.length === 0 ? (
        <Text size="sm" c="dimmed">
          {words.noMatch}
        </Text>
      ) : (
        <div
          ref={scroller}
          className="node-list"
          id={`${id}-tree`}
          role="tree"
          aria-label={t.tree.title}
          style={{ height: Math.min(rows.length * rowHeight, mostHeight) }}
        >
          <div role="presentation" style={{ height, position: "relative" }}>
            {drawn.map(({ index, top }) => {
              const row = rows[index] as Row;
              return (
                <Choice
                  key={row.node.key}
                  id={`${id}-${row.node.key}`}
                  row={row}
                  top={top}
                  path={query.trim() ? pathOf(tree, row.node) : undefined}
                  active={index === at}
                  selected={row.node.key === (take ? start : chosen)}
                  why={refusal(row.node)}
                  note={note?.(row.node)}
                  toggle={() => picking.toggle(row)}
                  press={() => {
                    picking.goTo(row.node.key);
                    if (take && refusal(row.node) === undefined) take(row.node);
                  }}
                />
              );
            })}
          </div>
        </div>
      )}
      {(hint || why) && (
        <Text size="sm" c="dimmed" id={`${id}-why`} role="status">
          {why ?? hint}
        </Text>
      )}
    </Stack>
  );
}

type Picking = ReturnType<typeof usePicking>;

/** The rows of the tree or of a search, and the one that the keys have come to. */
function usePicking({ tree, refusal, start, choose }: Props, scroller: RefObject<HTMLDivElement | null>) {
  const [query, setQuery] = useState("");
  const [open, setOpen] = useState<ReadonlySet<NodeKey>>(() => new Set(start && aboveOf(tree, start)));
  const [cursor, setCursor] = useState(start);
  const rows = useMemo(() => (query.trim() ? foundRows(tree, query) : visibleRows(tree, open)), [tree, query, open]);
  const view = useRows(scroller, { rowHeight, overscan: 4 });
  // Where a search begins, the first match that can be chosen is the one.
  const at = useMemo(() => {
    const there = rows.findIndex(({ node }) => node.key === cursor);
    if (there >= 0 || !query.trim()) return there;
    return Math.max(
      0,
      rows.slice(0, mostLooked).findIndex(({ node }) => refusal(node) === undefined),
    );
  }, [rows, cursor, query, refusal]);
  const active = rows[at]?.node;
  const why = active && refusal(active);
  const chosen = active && why === undefined ? active.key : undefined;
  // Before the next key: Enter must not go to the place of a moment ago.
  // biome-ignore lint/correctness/useExhaustiveDependencies: tells what is chosen, and not who wants to know
  useLayoutEffect(() => choose?.(chosen), [chosen]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: scrolls to where the keys are
  useLayoutEffect(() => {
    if (at >= 0) view.reveal(at);
  }, [at, query]);
  return {
    query,
    rows,
    view,
    at,
    active,
    why,
    chosen,
    search(words: string) {
      setQuery(words);
      setCursor(words.trim() ? undefined : start);
    },
    goTo: setCursor,
    moveTo: (index: number) => setCursor(rows[Math.max(0, Math.min(rows.length - 1, index))]?.node.key),
    toggle: ({ node, expanded }: Row) =>
      setOpen((now) => (expanded ? new Set([...now].filter((key) => key !== node.key)) : new Set([...now, node.key]))),
  };
}

/** Whether the key was for the tree. */
function onPickerKey({ key, altKey }: KeyboardEvent, picking: Picking, take: Props["take"]): boolean {
  const { query, rows, at, active, chosen, moveTo, toggle, goTo } = picking;
  const step = steps[key];
  const row = rows[at];
  // In a text that was typed, these keys move in the text.
  const folds = query === "" && row && (key === "ArrowRight" || key === "ArrowLeft") && !altKey;
  if (key === "Enter" && take && active && chosen) take(active);
  else if (step !== undefined) moveTo(at + step);
  else if (folds && key === "ArrowRight") {
    if (row.expanded) moveTo(at + 1);
    else if (row.node.children.length > 0) toggle(row);
  } else if (folds) {
    if (row.expanded) toggle(row);
    else if (row.node.parent) goTo(row.node.parent);
  } else return false;
  return true;
}

/** A search for a letter finds most of the tree; whoever means none of these goes on typing. */
const mostLooked = 1_000;

const steps: Record<string, number | undefined> = {
  ArrowDown: 1,
  ArrowUp: -1,
  PageDown: pageRows,
  PageUp: -pageRows,
};

const aboveOf = (tree: Tree, key: NodeKey) =>
  pathTo(tree, key)
    .slice(0, -1)
    .map((above) => above.key);

const pathOf = (tree: Tree, { key }: TreeNode) =>
  pathTo(tree, key)
    .slice(0, -1)
    .map((above) => shownName(above))
    .join(" / ");

function foundRows(tree: Tree, query: string): Row[] {
  const folded = fold(query.trim());
  const found = [...inOrder(tree)].filter((node) => matches(node, folded));
  return found.map((node, index) => ({ node, expanded: false, position: index + 1, siblings: found.length }));
}

type ChoiceProps = {
  id: string;
  row: Row;
  top: number;
  /** Where a match is in the tree; undefined where the tree itself is shown. */
  path: string | undefined;
  active: boolean;
  selected: boolean;
  why: string | undefined;
  note: ReactNode;
  toggle(): void;
  press(): void;
};

function Choice({ id, row, top, path, active, selected, why, note, toggle, press }: ChoiceProps) {
  const { node, expanded } = row;
  const branch = path === undefined && node.children.length > 0;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the field above handles the keyboard
    // biome-ignore lint/a11y/useFocusableInteractive: the field above keeps the focus and names the active row
    <div
      id={id}
      className="node-choice"
      role="treeitem"
      aria-level={path === undefined ? node.depth + 1 : 1}
      aria-posinset={row.position}
      aria-setsize={row.siblings}
      aria-selected={selected}
      aria-expanded={branch ? expanded : undefined}
      aria-disabled={why !== undefined || undefined}
      data-active={active || undefined}
      data-tip={why}
      style={{
        transform: `translateY(${top}px)`,
        paddingLeft: path === undefined ? 6 + Math.min(node.depth, 12) * 16 : 10,
      }}
      // The focus stays in the field.
      onMouseDown={(event) => event.preventDefault()}
      onClick={press}
      onDoubleClick={(event) => why === undefined && event.currentTarget.closest("form")?.requestSubmit()}
    >
      {path === undefined && (
        <button
          type="button"
          tabIndex={-1}
          aria-hidden
          className="tree-twist"
          data-open={expanded || undefined}
          style={{ visibility: branch ? "visible" : "hidden" }}
          onClick={(event) => {
            event.stopPropagation();
            toggle();
          }}
        >
          <Glyph name="chevron" size={14} />
        </button>
      )}
      <Glyph name={node.itemCount > 0 ? "package" : "folder"} />
      <span className="node-name">{shownName(node)}</span>
      {path !== undefined && (
        <span className="node-path truncate-start">
          <bdi>{path}</bdi>
        </span>
      )}
      {note}
    </div>
  );
}
