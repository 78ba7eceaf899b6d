// biome-ignore-all lint/a11y/useSemanticElements: a virtual grid is drawn with roles, a <table> cannot be
// biome-ignore-all lint/a11y/useFocusableInteractive: the grid keeps the focus and names the active cell
import { defaultLanguage } from "../../../contract/languages.ts";
import { catalogLanguage } from "../../catalog/catalog-language.ts";
import { useText } from "../../platform/i18n/i18n.ts";
import { useStore } from "../../platform/store.ts";
import { Glyph } from "../../widgets/glyph.tsx";
import { selectionStore } from "../selection.ts";
import type { Column } from "./columns.ts";
import type { PickAll } from "./pick-all.ts";
import { nextSort, sortedBy } from "./sorting.ts";

type Props = {
  columns: readonly Column[];
  template: string;
  /** The box that picks all items. */
  all: PickAll;
  /** Whether rows can be picked: there is nothing to do with them for those who may change none. */
  picks: boolean;
  sort: string | undefined;
  setSort(sort: string | undefined): void;
};

export function GridHead({ columns, template, all, picks, sort, setSort }: Props) {
  const t = useText();
  const selection = useStore(selectionStore);
  const picked = all.state(selection);
  return (
    <div className="grid-head" role="row" aria-rowindex={1} style={{ gridTemplateColumns: template }}>
      <div role="presentation" />
      <div className="grid-pick" role={picks ? "columnheader" : "presentation"}>
        {picks && (
          <input
            type="checkbox"
            tabIndex={-1}
            aria-label={t.items.selectAll}
            checked={picked === "all"}
            ref={(box) => {
              if (box) box.indeterminate = picked === "some";
            }}
            onChange={() => all.toggle(selection)}
          />
        )}
      </div>
      <div role="presentation" />
      {columns.map((column) => (
        <HeadCell key={column.id} column={column} sort={sort} setSort={setSort} />
      ))}
    </div>
  );
}

function HeadCell({ column, sort, setSort }: Pick<Props, "sort" | "setSort"> & { column: Column }) {
  const t = useText();
  const catalog = useStore(catalogLanguage);
  const { sort: by, align } = column;
  const isTranslated = column.id === "name" && catalog !== defaultLanguage;
  const label = isTranslated ? `${column.label(t)} · ${catalog.toUpperCase()}` : column.label(t);
  const sorted = sortedBy(sort);
  const direction = by && sorted?.by === by ? (sorted.descending ? "descending" : "ascending") : undefined;
  return (
    <div className="grid-cell" role="columnheader" data-kind={column.kind} data-align={align} aria-sort={direction}>
      {by ? (
        <button type="button" className="grid-sort" onClick={() => setSort(nextSort(sort, by))}>
          <span>{label}</span>
          {direction && (
            <span className="grid-arrow" data-direction={direction}>
              <Glyph name="chevron" size={12} />
            </span>
          )}
        </button>
      ) : (
        label
      )}
    </div>
  );
}
