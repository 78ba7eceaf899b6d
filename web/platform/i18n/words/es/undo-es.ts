import type { undoEn } from "../en/undo-en.ts";
import { inside } from "./phrases-es.ts";

export const undoEs: typeof undoEn = {
  undo: {
    title: "Tus acciones",
    hint: "En esta pestaña, las más recientes primero",
    undo: "Deshacer",
    redo: "Rehacer",
    undone: "Deshecho",
    undoing: "Deshaciendo…",
    redoing: "Rehaciendo…",
    field: (field, name, before, after) => `${field} de «${name}»: ${before} → ${after}`,
    changed: (field, name) => `«${name}»: cambios en ${inside(field)}`,
    renamed: (before, after) => `«${before}» ahora se llama «${after}»`,
    shown: (name) => `«${name}» ahora se muestra en la tienda`,
    hidden: (name) => `«${name}» ya no se muestra en la tienda`,
    pictures: {
      added: (name) => `Imagen de «${name}» añadida`,
      removed: (name) => `Imagen de «${name}» quitada`,
      reordered: (name) => `Imágenes de «${name}» reordenadas`,
      changed: (name) => `Imagen de «${name}» cambiada`,
    },
    changedBy: (who) => `${who} lo cambió después.`,
    kept: {
      changed_since: "Se cambió después.",
      deleted_since: "Se eliminó después.",
      has_content: "Después se le añadió contenido.",
      id_taken: "Otra subcategoría tiene ahora esta dirección.",
      parent_gone: "El lugar donde estaba ya no existe.",
      parent_holds_items: "El lugar donde estaba contiene ahora artículos.",
      parent_holds_subcategories: "El lugar donde estaba contiene ahora subcategorías.",
      below_itself: "El lugar donde estaba ahora está dentro de ella.",
      expired: "Ha pasado demasiado tiempo.",
    },
  },
};
