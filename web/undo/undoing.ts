import { explain } from "../platform/explain.ts";
import { toast } from "../platform/toasts.ts";
import type { ActTitle } from "../saving/act.ts";

/** What undoes and redoes, one after the other. */
type Undo = {
  undoLast(projectId: string): void;
  redoLast(projectId: string): void;
  undoOne(id: string): void;
  redoOne(id: string): void;
  undoEarlier(projectId: string, changeSetId: string, title: ActTitle): void;
};

let fetchUndo: (() => Promise<Undo>) | undefined;
let loaded: Undo | undefined;

/** It offers an undo itself, so it cannot be imported here: the program says at its start where it is fetched from. */
export function registerUndo(fetch: () => Promise<Undo>) {
  fetchUndo = fetch;
}

/** Fetched when it is first needed: nobody undoes anything in the first second. */
function using(run: (undo: Undo) => void) {
  // At once where it can be: the next key depends on what this one did.
  if (loaded) return run(loaded);
  fetchUndo?.().then(
    (undo) => {
      loaded = undo;
      run(undo);
    },
    (error) => toast(explain(error), { tone: "bad" }),
  );
}

/** The ways to undo and redo. Each waits until the one before it is answered. */
export const undoing = {
  /** Undoes what was done last in the project, and redoes what was undone last. */
  last: (projectId: string) => using(({ undoLast }) => undoLast(projectId)),
  next: (projectId: string) => using(({ redoLast }) => redoLast(projectId)),
  /** Undoes or redoes one entry of the list. */
  undo: (id: string) => using(({ undoOne }) => undoOne(id)),
  redo: (id: string) => using(({ redoOne }) => redoOne(id)),
  /** Undoes a change of the history, whoever made it. */
  earlier: (projectId: string, changeSetId: string, title: ActTitle) =>
    using(({ undoEarlier }) => undoEarlier(projectId, changeSetId, title)),
};
