import { isGone, reasonOf } from "../platform/api.ts";
import { explain, explainReason } from "../platform/explain.ts";
import { textNow } from "../platform/i18n/i18n.ts";
import type { Reason } from "../platform/reason.ts";
import { toast } from "../platform/toasts.ts";
import { type ActTitle, request } from "../saving/act.ts";
import { heldWords, titleWords } from "../saving/pending-words.ts";
import { saving } from "../saving/saving.ts";
import { type Done, type DoneField, importOf, isField } from "./done.ts";
import { doneList, doneStore } from "./done-store.ts";
import { doneWords } from "./done-words.ts";
import { importWithSet } from "./import-sets.ts";
import { sayUndone } from "./settle-undo.ts";
import { showFields } from "./show-undone.ts";
import { redoImport, undoImport } from "./undo-import.ts";

let lastOne: Promise<unknown> = Promise.resolve();

/** One after the other: the next one depends on what became of the one before. */
function inTurn(run: () => Promise<void> | undefined) {
  lastOne = lastOne.then(run, run);
}

export const undoLast = (projectId: string) => inTurn(() => undoEntry(doneList.nextUndo(projectId)));
export const redoLast = (projectId: string) => inTurn(() => redoEntry(doneList.nextRedo(projectId)));
export const undoOne = (id: string) => inTurn(() => undoEntry(doneList.find(id)));
export const redoOne = (id: string) => inTurn(() => redoEntry(doneList.find(id)));

const undoable = new Set<Done["state"]>(["done", "saving", "stuck"]);

async function undoEntry(given: Done | undefined): Promise<void> {
  if (!given || !undoable.has(given.state)) return;
  if (importOf(given)) return moveImport(given, "undo");
  const entry = given.state === "saving" ? await takenBack(given) : given;
  if (!entry) return;
  if (entry.state === "undone") return sayUndone(entry, "undo");
  if (isDoneField(entry) && (entry.sets.length === 0 || isUnsaved(entry))) {
    if (isLast(entry)) return type(entry, "undo");
    if (entry.sets.length === 0) return stick(entry);
  }
  const sent = await send(entry, "undo", entry.sets);
  if (sent) return;
  if (isDoneField(entry) && isLast(entry)) type(entry, "undo");
  else sayAway(titleOf(entry, "undo"));
}

async function redoEntry(entry: Done | undefined): Promise<void> {
  if (entry?.state !== "undone") return;
  if (importOf(entry)) return moveImport(entry, "redo");
  if (entry.again) {
    const { again } = entry;
    void doneList.during(entry.id, "again", () => saving.act(again));
    return sayUndone(entry, "redo");
  }
  if (entry.back.length === 0) {
    if (isDoneField(entry)) type(entry, "redo");
  } else if (!(await send(entry, "redo", entry.back))) sayAway(titleOf(entry, "redo"));
}

/** The service undoes an import, or repeats it, in its own time. */
async function moveImport(entry: Done, way: "undo" | "redo"): Promise<void> {
  const importId = importOf(entry) ?? "";
  doneList.importBecomes(importId, way === "undo" ? "undoing" : "redoing");
  try {
    const { error, kept } = await (way === "undo" ? undoImport : redoImport)(importId);
    if (error !== null) return notMoved({ code: "failed", message: error });
    doneList.importBecomes(importId, way === "undo" ? "undone" : "done");
    sayUndone(entry, way, undefined, keptWords(way === "undo" ? kept : 0));
  } catch (error) {
    notMoved(reasonOf(error));
  }
  function notMoved(reason: Reason) {
    if (way === "undo") doneList.stick(entry.id, reason);
    else doneList.importBecomes(importId, "undone");
    sayNot(titleOf(entry, way), explainReason(reason));
  }
}

const keptWords = (kept: number) => (kept > 0 ? textNow().history.kept(kept) : "");

const isDoneField = (entry: Done): entry is DoneField => isField(entry.did);

/** What was typed since would be undone with it. */
const isLast = ({ id, did: { record, field } }: DoneField) => doneList.lastOf(record, field)?.id === id;

const isUnsaved = ({ did: { record, field } }: DoneField) => saving.view(record, field).draft !== undefined;

/** Takes an act back that the service has not answered, or stops it; undefined if nothing is left to undo. */
async function takenBack(entry: Done): Promise<Done | undefined> {
  const act = saving.acts().find(({ id }) => id === entry.act);
  if (act) {
    const { projectId, title, requests, makes, makesRows, shown } = act;
    const created = { ...(makes && { makes }), ...(makesRows && { makesRows }), ...(shown && { shown }) };
    doneList.takingBack(entry.id, { projectId, title, requests, ...created });
    // What is under way is stopped after this request; what the network holds back is taken out.
    const isWaiting = () => doneList.find(entry.id)?.state === "saving";
    while (isWaiting()) {
      saving.cancelAct(act);
      if (isWaiting()) await nextChange();
    }
  }
  return doneList.find(entry.id);
}

/** Resolves when something was saved or undone, or the network is gone. */
function nextChange(): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const stops = [doneStore.subscribe(resolve), saving.onSummary(resolve)];
  return promise.finally(() => {
    for (const stop of stops) stop();
  });
}

/** Types the old value again, or the new one. It is saved like anything that is typed, also without the network. */
function type(entry: DoneField, way: "undo" | "redo") {
  const { record, field, before, after } = entry.did;
  const [value, now] = way === "undo" ? [before, after] : [after, before];
  if (saving.view(record, field).state.status === "conflict") saving.resolve(record, field, "theirs");
  else
    doneList.during(entry.id, way, () => {
      saving.edit(record, field, value, now, undefined);
      saving.flush(record);
    });
  if (way === "undo") doneList.typedBack(entry.id);
  else doneList.typedAgain(entry.id);
  sayUndone(entry, way, showFields([{ record, fields: [field] }]) ? undefined : record);
}

/** Whether the service has answered. Undoing waits for everything that was done before it. */
async function send(entry: Done, way: "undo" | "redo", sets: readonly string[]): Promise<boolean> {
  const { id, projectId } = entry;
  const title = titleOf(entry, way);
  const requests = sets.toReversed().map((changeSetId) => request("undoChanges", { params: { changeSetId } }));
  const outcome = await doneList.during(id, way, () => saving.act({ projectId, title, requests }));
  // Nobody can tell what it would do when the network is back.
  if (outcome.kind === "waiting") saving.cancelAct(outcome.act);
  return outcome.kind !== "waiting";
}

function stick(entry: Done) {
  doneList.stick(entry.id, { code: "changed_since", message: "" });
  sayNot(titleOf(entry, "undo"), textNow().undo.kept.changed_since ?? "");
}

const sayAway = (title: ActTitle) => sayNot(title, explainReason({ code: "unreachable", message: "" }));

const sayNot = (title: ActTitle, why: string) =>
  toast(`${heldWords(textNow(), { title })} ${why}`, { about: "undo", tone: "bad" });

const titleOf = ({ did }: Done, what: "undo" | "redo"): ActTitle => ({ what, name: doneWords(textNow(), did) });

/** Undoes a change of the history: an entry of the list if it is one, otherwise something new that can be undone. */
export function undoEarlier(projectId: string, changeSetId: string, title: ActTitle) {
  const named = ({ sets }: Done) => (sets.length > 1 ? `${sets[0]}..${sets.at(-1)}` : sets[0]) === changeSetId;
  const entry = doneStore.get().find((one) => undoable.has(one.state) && named(one));
  if (entry) return undoOne(entry.id);
  // What was deleted is restored as it was: an import that is carried out again would create other items.
  const imported = title.what === "restore" ? undefined : importWithSet(changeSetId);
  if (imported) return inTurn(() => undoEarlierImport(projectId, changeSetId, title, imported));
  inTurn(() => undoSet(projectId, changeSetId, title));
}

type Imported = NonNullable<ReturnType<typeof importWithSet>>;

async function undoEarlierImport(projectId: string, changeSetId: string, title: ActTitle, { id, undone }: Imported) {
  try {
    const { error, kept } = await (undone ? redoImport : undoImport)(id);
    if (error !== null) return sayNot(title, error);
    const words = [titleWords(textNow(), title), keptWords(undone ? 0 : kept)];
    toast(words.filter(Boolean).join(". "), { about: "undo" });
  } catch (error) {
    // An import is removed before its changes are, and not everyone sees it.
    if (isGone(error)) return undoSet(projectId, changeSetId, title);
    sayNot(title, explain(error));
  }
}

async function undoSet(projectId: string, changeSetId: string, title: ActTitle) {
  const requests = [request("undoChanges", { params: { changeSetId } })];
  const outcome = await saving.act({ projectId, title, requests });
  if (outcome.kind === "refused") return saving.discardAct(outcome.act);
  if (outcome.kind === "done") return;
  saving.cancelAct(outcome.act);
  sayAway(title);
}
