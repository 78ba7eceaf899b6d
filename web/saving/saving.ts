import type { Session } from "../../contract/access.ts";
import type { Category, Subcategory } from "../../contract/categories.ts";
import { type Answer, CatalogError } from "../../contract/client.ts";
import type { Item } from "../../contract/items.ts";
import { api, isThere, keys, queryClient, showItem, withKey } from "../api.ts";
import { isUndo } from "../changes/done.ts";
import { doneList, forgetDone, keepDoneList } from "../changes/done-store.ts";
import { rememberOwn } from "../changes/own-changes.ts";
import { overtake, refresh, refreshCounts } from "../changes/refresh.ts";
import { forgetSeen } from "../offline/seen-database.ts";
import { nodeKey, type Tree, updateNode } from "../tree/tree.ts";
import type { FieldPath, RecordData, RecordRef } from "./edit.ts";
import { failureOf } from "./failure.ts";
import { openOutbox } from "./outbox.ts";
import { isKnown, meet, onOther, person } from "./person.ts";
import { createSaveEngine } from "./save-engine.ts";
import type { PatchOutcome, ReadOutcome } from "./send-edit.ts";
import type { ActAnswer } from "./send-requests.ts";
import { settleAct, showMade, tellBack, tellRefused, tellStorageFault } from "./settle-act.ts";

/** A connection that is neither open nor refused must not block the record for ever. */
const timeoutMs = 20_000;
/** Ten thousand items in one request take longer. */
const actTimeoutMs = 120_000;
/** `translations.ru.name` goes as a merge patch of one field, so that two translators never overwrite each other. */
function bodyOf(field: FieldPath, value: unknown): { body: object; merge: boolean; headers?: Record<string, string> } {
  // The key of an item is no field of the contract: it travels in a header.
  if (field === "key") return { body: {}, merge: false, headers: { "Item-Key": encodeURIComponent(value as string) } };
  const merge = field.startsWith("translations.");
  if (!merge) return { body: { [field]: value }, merge };
  const [, language = "", name = ""] = field.split(".");
  return { body: { translations: { [language]: { [name]: value ?? null } } }, merge };
}

async function patch(record: RecordRef, field: FieldPath, value: unknown, etag: string | undefined) {
  const call = { ...bodyOf(field, value), ...(etag ? { ifMatch: etag } : {}), signal: AbortSignal.timeout(timeoutMs) };
  const answer =
    record.kind === "item"
      ? await api.updateItem({ ...call, params: { itemId: record.id } } as Parameters<typeof api.updateItem>[0])
      : record.kind === "category"
        ? await api.updateCategory({ ...call, query: { depth: 0 }, params: { categoryId: record.id } } as Parameters<
            typeof api.updateCategory
          >[0])
        : await api.updateSubcategory({
            ...call,
            query: { depth: 0 },
            params: { subcategoryId: record.id },
          } as Parameters<typeof api.updateSubcategory>[0]);
  return { data: dataOf(record, answer), etag: answer.etag, changeSet: answer.headers.get("change-set") };
}

async function read(record: RecordRef) {
  const signal = AbortSignal.timeout(timeoutMs);
  const answer =
    record.kind === "item"
      ? await api.getItem({ params: { itemId: record.id }, signal })
      : record.kind === "category"
        ? await api.getCategory({ params: { categoryId: record.id }, query: { depth: 0 }, signal })
        : await api.getSubcategory({ params: { subcategoryId: record.id }, query: { depth: 0 }, signal });
  return { data: dataOf(record, answer), etag: answer.etag };
}

const dataOf = (record: RecordRef, answer: Answer<unknown>): RecordData =>
  record.kind === "item" ? withKey(answer as Answer<Item>) : (answer.data as RecordData);

function showRecord(record: RecordRef, data: RecordData, etag: string | undefined) {
  if (record.kind === "item") {
    const before = queryClient.getQueryData<{ data: Item }>(keys.item(record.id))?.data.priority;
    const item = data as Item;
    showItem(item, etag);
    overtake(keys.item(record.id));
    overtake(keys.ownPages);
    // A row that no longer matches stays where it is until the list is opened again: people go on typing in it.
    refreshCounts();
    if (before !== undefined && before !== item.priority)
      void refresh({ queryKey: keys.ownPagesOf(item.subcategoryId) });
    return;
  }
  queryClient.setQueryData(keys.node(record.kind, record.id), { data, etag });
  const { name, visible, priority, img, translations } = data as Category | Subcategory;
  queryClient.setQueriesData<Tree>(
    { queryKey: ["tree"] },
    (tree) =>
      tree &&
      updateNode(tree, nodeKey(record.kind as "category", record.id), { name, visible, priority, img, translations }),
  );
  overtake(keys.node(record.kind, record.id));
  overtake(["tree"]);
}

let leaving = false;

/** Nothing is sent before the service has confirmed that the person who typed it is signed in. */
async function mayGoOut(): Promise<boolean> {
  const session = isKnown() ? undefined : await api.getSession().catch(() => undefined);
  if (session) welcome(session.data);
  return isKnown() && !leaving;
}

const whyNot = (error: unknown) => failureOf(error, isThere);

const outbox = openOutbox();

export const saving = createSaveEngine({
  owner: outbox.owner,
  store: outbox,
  clock: {
    set: (run, ms) => setTimeout(run, ms),
    clear: (timer) => clearTimeout(timer as number),
    now: () => Date.now(),
  },
  done: doneList.listener,
  onRecord: showRecord,
  onMade: showMade,
  onAct: settleAct,
  onRefused(act, reason, late) {
    tellRefused(act, reason, late);
    // The list of what was done says why; there is nothing to decide.
    if (isUndo(act)) queueMicrotask(() => saving.discardAct(act));
  },
  onStorageFault: tellStorageFault,
  onBack: tellBack,
  transport: {
    async patch(record, field, value, etag): Promise<PatchOutcome> {
      try {
        if (!(await mayGoOut())) return { kind: "unreachable" };
        return { kind: "saved", ...(await patch(record, field, value, etag)) };
      } catch (error) {
        if (error instanceof CatalogError && error.problem.code === "edit_conflict") return { kind: "conflict" };
        return whyNot(error);
      }
    },
    async read(record): Promise<ReadOutcome> {
      try {
        return { kind: "found", ...(await read(record)) };
      } catch (error) {
        return whyNot(error);
      }
    },
    async act({ call, wishedId: _, ...given }, { idempotencyKey, changeSet }): Promise<ActAnswer> {
      const headers = { "Idempotency-Key": idempotencyKey, "Change-Set": changeSet };
      rememberOwn(changeSet);
      try {
        if (!(await mayGoOut())) return { kind: "unreachable" };
        const send = api[call] as (call: object) => ReturnType<typeof api.updateItem | typeof api.bulkDeleteItems>;
        const answer = await send({ ...given, headers, signal: AbortSignal.timeout(actTimeoutMs) });
        const { data, etag } = answer;
        return { kind: "done", data, etag, changeSet: answer.headers.get("change-set") };
      } catch (error) {
        const unknownIds =
          error instanceof CatalogError ? (error.problem.unknownIds as string[] | undefined) : undefined;
        return { ...(await whyNot(error)), ...(unknownIds && { unknownIds }) };
      }
    },
  },
});

/** When another person signs in, the page starts again. What waits is stored until its owner is back. */
export function welcome(session: Session, holdsSomething = saving.summary().unsaved > 0) {
  const before = person();
  if ((session.who?.id ?? "") !== before) forgetSeen();
  if (!meet(session, holdsSomething)) return beginAnew();
  if (person() === before) return;
  forgetDone();
  // What this person left here before somebody else signed in.
  takeOver();
}

/** Loads the page again. What waits is stored on this device, and the next page sends it. */
export async function reloadPage() {
  await saving.stored();
  leaving = saving.summary().storageFault === undefined;
  location.reload();
}

function beginAnew() {
  leaving = true;
  location.reload();
}

const takeOver = () =>
  void outbox.orphans().then((left) => (left.length > 0 ? saving.adopt(left) : undefined), saving.storageFailed);

/** Sends what earlier tabs left, tries again when the network is back, and warns before unsaved edits are closed. */
export function startSaving() {
  keepDoneList();
  takeOver();
  addEventListener("online", () => saving.reconnect());
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState !== "visible") return;
    saving.reconnect();
    takeOver();
  });
  addEventListener("beforeunload", (event) => {
    if (!leaving && saving.summary().unsaved > 0) event.preventDefault();
  });
  onOther(beginAnew);
}
