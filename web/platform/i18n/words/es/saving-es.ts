import type { savingEn } from "../en/saving-en.ts";
import { items, plural } from "./phrases-es.ts";

const cells = (count: number) => plural(count, { one: "celda", other: "celdas" });
const edits = (count: number) => plural(count, { one: "cambio", other: "cambios" });
type Acted = { name: string; count: number };
/** One item by its name, or how many. */
const named = ({ name, count }: Acted) => (name ? `«${name}»` : items(count));
/** With a participle, which is given in the masculine singular. */
const itemsDone = (acted: Acted, done: string) =>
  `${named(acted)} ${acted.name || acted.count === 1 ? done : `${done}s`}`;
const cellsDone = (count: number, done: string) => `${cells(count)} ${count === 1 ? done : `${done}s`}`;

export const savingEs: typeof savingEn = {
  saving: {
    saved: "Todo guardado",
    saving: "Guardando…",
    waiting: (count) => `Sin conexión · ${edits(count)} en este dispositivo`,
    waitingUnstored: (count) => `Sin conexión · ${edits(count)} solo en esta pestaña`,
    attention: (count) => `${plural(count, { one: "cambio requiere", other: "cambios requieren" })} tu atención`,
    fieldSaved: "Guardado",
    fieldSaving: "Guardando",
    fieldWaiting: "Guardado en este dispositivo hasta que vuelva la conexión",
    fieldUnstored: "Solo en esta pestaña hasta que vuelva la conexión",
    notSaved: "Sin guardar",
    discard: "Descartar mi cambio",
    conflict: "Otra persona cambió este campo",
    yours: "Tu versión",
    theirs: "La otra versión",
    keepYours: "Conservar la mía",
    takeTheirs: "Usar la otra",
    empty: "vacío",
    goTo: "Ver",
    discardAct: "Descartar",
    refused: (task) => `No fue posible ${task}.`,
    setAside: (task) => `Por ahora no fue posible ${task}.`,
    retryAll: "Reintentar todo",
    storageFault: {
      full: "No queda espacio en este dispositivo para guardar cambios. No cierres esta pestaña hasta que se envíen.",
      unavailable:
        "El navegador no permite guardar cambios en este dispositivo. No cierres esta pestaña hasta que se envíen.",
    },
    stopped: (count) =>
      count === 1 ? "Proceso detenido" : `Proceso detenido. Algunos de los ${items(count)} ya están procesados`,
    stop: "Detener",
    progress: (done, of) => `${done.toLocaleString("es")} de ${of.toLocaleString("es")}`,
    sent: (count) => `De nuevo en línea · ${plural(count, { one: "cambio enviado", other: "cambios enviados" })}`,
  },
  acts: {
    addCategory: ({ name }) => `«${name}» añadida`,
    addSubcategory: ({ name }) => `«${name}» añadida`,
    addItem: ({ name }) => `«${name}» añadido`,
    addComment: ({ name }) => `Comentario añadido en «${name}»`,
    deleteComment: ({ name }) => `Comentario eliminado en «${name}»`,
    resolveComment: ({ name }) => `Comentario resuelto en «${name}»`,
    reopenComment: ({ name }) => `Comentario reabierto en «${name}»`,
    moveNode: ({ name, where }) => `«${name}» movida a «${where}»`,
    reorderNode: ({ name, where }) => `«${name}» movida a la posición ${where}`,
    deleteNode: ({ name }) => `«${name}» eliminada`,
    changeAddress: ({ name }) => `Dirección de «${name}» modificada`,
    reorderItem: ({ where, ...acted }) => `${itemsDone(acted, "movido")} a la posición ${where}`,
    editItems: (acted) => itemsDone(acted, "modificado"),
    moveItems: ({ where, ...acted }) => `${itemsDone(acted, "movido")} a «${where}»`,
    copyItems: ({ where, ...acted }) => `${itemsDone(acted, "copiado")} en «${where}»`,
    deleteItems: (acted) => itemsDone(acted, "eliminado"),
    pasteCells: ({ count, added = 0 }) =>
      cellsDone(count, "pegada") +
      (added > 0 ? `, ${plural(added, { one: "artículo nuevo", other: "artículos nuevos" })}` : ""),
    fillCells: ({ count }) => cellsDone(count, "rellenada"),
    clearCells: ({ count }) => cellsDone(count, "borrada"),
    confirmTranslation: ({ name }) => `Traducción confirmada: ${name}`,
    importFile: ({ name }) => `Importado: ${name}`,
    restore: ({ name }) => `Restaurado: ${name}`,
    undoEarlier: ({ name }) => `Cambio en «${name}» deshecho`,
    undo: ({ name }) => `Deshecho: ${name}`,
    redo: ({ name }) => `Rehecho: ${name}`,
  },
  tasks: {
    addCategory: ({ name }) => `añadir «${name}»`,
    addSubcategory: ({ name }) => `añadir «${name}»`,
    addItem: ({ name }) => `añadir «${name}»`,
    addComment: ({ name }) => `añadir el comentario en «${name}»`,
    deleteComment: ({ name }) => `eliminar el comentario en «${name}»`,
    resolveComment: ({ name }) => `resolver el comentario en «${name}»`,
    reopenComment: ({ name }) => `reabrir el comentario en «${name}»`,
    moveNode: ({ name, where }) => `mover «${name}» a «${where}»`,
    reorderNode: ({ name, where }) => `mover «${name}» a la posición ${where}`,
    deleteNode: ({ name }) => `eliminar «${name}»`,
    changeAddress: ({ name }) => `cambiar la dirección de «${name}»`,
    reorderItem: ({ where, ...acted }) => `mover ${named(acted)} a la posición ${where}`,
    editItems: (acted) => `modificar ${named(acted)}`,
    moveItems: ({ where, ...acted }) => `mover ${named(acted)} a «${where}»`,
    copyItems: ({ where, ...acted }) => `copiar ${named(acted)} en «${where}»`,
    deleteItems: (acted) => `eliminar ${named(acted)}`,
    pasteCells: ({ count }) => `pegar ${cells(count)}`,
    fillCells: ({ count }) => `rellenar ${cells(count)}`,
    clearCells: ({ count }) => `borrar ${cells(count)}`,
    confirmTranslation: ({ name }) => `confirmar la traducción: ${name}`,
    importFile: ({ name }) => `importar ${name}`,
    restore: ({ name }) => `restaurar ${name}`,
    undoEarlier: ({ name }) => `deshacer el cambio en «${name}»`,
    undo: ({ name }) => `deshacer esta acción: ${name}`,
    redo: ({ name }) => `rehacer esta acción: ${name}`,
  },
};
