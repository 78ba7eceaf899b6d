/** The change set of an import, and that of its undo. */
export const importSet = (importId: string) => `import-${importId}`;
export const undoneSet = (importId: string) => `undo-import-${importId}`;

/** The import that has this change set; `undone` if it is that of its undo. */
export function importWithSet(changeSetId: string): { id: string; undone: boolean } | undefined {
  const [, undo, id] = /^(undo-)?import-(\w+)$/.exec(changeSetId) ?? [];
  return id === undefined ? undefined : { id, undone: undo !== undefined };
}
