// biome-ignore-all lint/a11y/useSemanticElements: a virtual grid is drawn with roles, a <table> cannot be
// biome-ignore-all lint/a11y/useFocusableInteractive: the grid keeps the focus and names the active cell
import type { Item } from "../../contract/items.ts";
import { useText } from "../i18n/i18n.ts";
import { useStore } from "../store.ts";
import type { Column } from "./columns.ts";
import { pick, selectionStore } from "./selection.ts";

/** `loaded`: the items on the screen, which the box picks all together. */
type Props = { columns: readonly Column[]; template: string; loaded: readonly Item[] };

export function GridHead({ columns, template, loaded }: Props) {
  const t = useText();
  const selection = useStore(selectionStore);
  const allPicked = loaded.length > 0 && loaded.every((item) => selection.has(item.id));
  return (
    <div className="grid-head" role="row" aria-rowindex={1} style={{ gridTemplateColumns: template }}>
      <div className="grid-cell" role="columnheader">
        <input
          type="checkbox"
          tabIndex={-1}
          aria-label={t.items.selectAll}
          checked={allPicked}
          ref={(box) => {
            if (box) box.indeterminate = !allPicked && loaded.some((item) => selection.has(item.id));
          }}
          onChange={() =>
            pick(
              loaded.map((item) => item.id),
              !allPicked,
            )
          }
        />
      </div>
      <div role="presentation" />
      <div role="presentation" />
      {columns.map((column) => (
        <div className="grid-cell" role="columnheader" key={column.id} data-align={column.align}>
          {column.label(t)}
        </div>
      ))}
    </div>
  );
}
