import type { sheetEn } from "../en/sheet-en.ts";
import { plural } from "./phrases-later-es.ts";

const cells = (count: number) => plural(count, { one: "celda", other: "celdas" });
const rows = (count: number) => plural(count, { one: "fila", other: "filas" });
const columns = (count: number) => plural(count, { one: "columna", other: "columnas" });
const cellsSelected = (count: number) => plural(count, { one: "celda seleccionada", other: "celdas seleccionadas" });
const notDone = (count: number, one: string, other: string, what: (count: number) => string) =>
  `No se ${count === 1 ? one : other} ${what(count)}.`;

export const sheetEs: typeof sheetEn = {
  /** The grid as a spreadsheet. */
  sheet: {
    selected: (range) => `${cellsSelected(range.cells)}: ${rows(range.rows)}, ${columns(range.columns)}`,
    copied: (count) => plural(count, { one: "celda copiada", other: "celdas copiadas" }),
    copying: "Cargando las filas para copiarlas…",
    copyAgain: "Las filas están cargadas. Vuelve a copiar.",
    tooManyToCopy: (most) => `Se pueden copiar hasta ${rows(most)} a la vez. Para más, usa la exportación.`,
    tooManyToPaste: (most) => `Se pueden pegar hasta ${rows(most)} a la vez. Para más, usa la importación.`,
    tooManyToChange: (most) =>
      `Aquí se pueden modificar hasta ${rows(most)} a la vez. Para más, selecciona los artículos y pulsa «Editar».`,
    nothing: "No hay texto para pegar.",
    notDone: {
      pasteCells: (count) => notDone(count, "pegó", "pegaron", cells),
      fillCells: (count) => notDone(count, "rellenó", "rellenaron", cells),
      clearCells: (count) => notDone(count, "borró", "borraron", cells),
      reorderItem: (count) => notDone(count, "movió", "movieron", rows),
    },
    order: {
      drag: "Arrastra para cambiar el orden, o hasta el árbol para mover el artículo. Con Ctrl se copia.",
      dragOut: "Arrastra hasta el árbol para mover el artículo. Con Ctrl se copia.",
      filtered: "Para cambiar el orden a mano, quita la ordenación y los filtros.",
      branch: "Los artículos se ordenan dentro de su subcategoría. Ábrela para cambiar el orden.",
    },
    fault: (column, name, why) => `${[column, name].filter(Boolean).join(", ")}: ${why}`,
    rejected: (text, why) => (text ? `«${text}» no se aceptó: ${why}` : why),
    readOnly: (count) => `${plural(count, { one: "celda no se puede", other: "celdas no se pueden" })} modificar aquí.`,
    leftOut: (columns) => `Se omitió lo que no se puede pegar aquí: ${columns}.`,
    outside: (count) => `${plural(count, { one: "celda no cabía", other: "celdas no cabían" })} en la lista.`,
    newRow: "Fila nueva",
    newRowHint: "Escribe un nombre o pega filas",
    faults: {
      percentage: "Debe ser un número entero de 0 a 100.",
      yes_or_no: "Escribe «sí» o «no».",
      unknown_currency: "Escribe USD, EUR, RUB, GBP o UAH.",
      edit_conflict: "Otra persona lo cambió mientras tanto.",
    },
  },
};
