export const undoEn = {
  undo: {
    title: "What you did",
    hint: "In this tab, newest first",
    undo: "Undo",
    redo: "Redo",
    undone: "Undone",
    undoing: "Undoing…",
    redoing: "Redoing…",
    field: (field: string, name: string, before: string, after: string) =>
      `${field} of “${name}”: ${before} → ${after}`,
    changed: (field: string, name: string) => `${field} of “${name}” changed`,
    renamed: (before: string, after: string) => `“${before}” renamed to “${after}”`,
    shown: (name: string) => `“${name}” shown in the shop`,
    hidden: (name: string) => `“${name}” hidden from the shop`,
    pictures: {
      added: (name: string) => `Picture of “${name}” added`,
      removed: (name: string) => `Picture of “${name}” removed`,
      reordered: (name: string) => `Pictures of “${name}” reordered`,
      changed: (name: string) => `Picture of “${name}” changed`,
    },
    changedBy: (who: string) => `${who} has changed it since.`,
    /** Why the service leaves something as it is. */
    kept: {
      changed_since: "It has been changed since.",
      deleted_since: "It has been deleted since.",
      has_content: "Something has been added to it since.",
      id_taken: "Another subcategory has this address now.",
      parent_gone: "The place where it was is gone.",
      parent_holds_items: "The place where it was holds items now.",
      parent_holds_subcategories: "The place where it was holds subcategories now.",
      below_itself: "The place where it was is below it now.",
      expired: "It is too long ago.",
    } as Record<string, string>,
  },
};
