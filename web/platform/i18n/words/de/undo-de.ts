import type { undoEn } from "../en/undo-en.ts";

export const undoDe: typeof undoEn = {
  undo: {
    title: "Meine Änderungen",
    hint: "In diesem Tab, neueste zuerst",
    undo: "Rückgängig",
    redo: "Wiederholen",
    undone: "Rückgängig gemacht",
    undoing: "Wird rückgängig gemacht …",
    redoing: "Wird wiederholt …",
    field: (field, name, before, after) => `${field} von „${name}“: ${before} → ${after}`,
    changed: (field, name) => `${field} von „${name}“ geändert`,
    renamed: (before, after) => `„${before}“ in „${after}“ umbenannt`,
    shown: (name) => `„${name}“ im Shop eingeblendet`,
    hidden: (name) => `„${name}“ im Shop ausgeblendet`,
    pictures: {
      added: (name) => `Bild zu „${name}“ hinzugefügt`,
      removed: (name) => `Bild von „${name}“ entfernt`,
      reordered: (name) => `Bilder von „${name}“ umsortiert`,
      changed: (name) => `Bild von „${name}“ geändert`,
    },
    changedBy: (who) => `${who} hat das seitdem geändert.`,
    kept: {
      changed_since: "Das wurde seitdem geändert.",
      deleted_since: "Das wurde seitdem gelöscht.",
      has_content: "Darin ist seitdem etwas hinzugekommen.",
      id_taken: "Eine andere Unterkategorie hat jetzt diese Adresse.",
      parent_gone: "Den früheren Ort gibt es nicht mehr.",
      parent_holds_items: "Am früheren Ort sind jetzt Artikel.",
      parent_holds_subcategories: "Am früheren Ort sind jetzt Unterkategorien.",
      below_itself: "Der frühere Ort liegt jetzt darunter.",
      expired: "Das liegt zu lange zurück.",
    },
  },
};
