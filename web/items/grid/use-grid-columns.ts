import { type RefObject, useEffect, useMemo } from "react";
import { useStore } from "../../platform/store.ts";
import { useRoom } from "../../widgets/use-room.ts";
import { chosenColumns, fittingColumns, hiddenColumns, offeredColumns, templateOf } from "./columns.ts";

/** The chosen columns; beside an open panel, those of them that fit. */
export function useGridColumns(
  scroller: RefObject<HTMLDivElement | null>,
  leaf: boolean,
  beside: boolean,
  picks: boolean,
) {
  const chosen = useStore(chosenColumns(leaf));
  const room = useRoom(scroller);
  const fitting = (beside && room ? fittingColumns(chosen, room) : chosen).join();
  const shown = useMemo(
    () => offeredColumns(leaf).filter((column) => fitting.split(",").includes(column.id)),
    [leaf, fitting],
  );
  useEffect(() => hiddenColumns.set(chosen.filter((id) => !fitting.split(",").includes(id))), [chosen, fitting]);
  return { shown, template: templateOf(shown, picks) };
}
