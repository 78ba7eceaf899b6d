import type { Session } from "../../contract/access.ts";
import { CatalogError } from "../../contract/client.ts";
import { api, isThere } from "../platform/api.ts";
import { forgetSeen } from "../platform/offline/seen-database.ts";
import { rememberOwn } from "../platform/own-changes.ts";
import { isKnown, meet, onOther, person } from "../platform/person.ts";
import { sayBack, sayRefused, sayStorageFault, settleAct, showMade } from "./answered-acts.ts";
import type { DoneListener } from "./done-listener.ts";
import { failureOf } from "./failure.ts";
import { openOutbox } from "./outbox.ts";
import { createSaveEngine } from "./save-engine.ts";
import { features } from "./saving-features.ts";
import type { PatchOutcome, ReadOutcome } from "./send-edit.ts";
import type { ActAnswer } from "./send-requests.ts";

/** A connection that is neither open nor refused must not block the record for ever. */
const timeoutMs = 20_000;
/** Ten thousand items in one request take longer. */
const actTimeoutMs = 120_000;

/** What is done goes to the list that the features bring, which is registered before anything is typed. */
const done: DoneListener = {
  edited: (...edit) => features().done.edited(...edit),
  left: (record) => features().done.left(record),
  saved: (...saved) => features().done.saved(...saved),
  givenUp: (...field) => features().done.givenUp(...field),
  added: (act) => features().done.added(act),
  made: (...ids) => features().done.made(...ids),
  dropped: (act) => features().done.dropped(act),
};

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
  done,
  onRecord: ({ kind, id }, data, etag) => features().records[kind].show(id, { data, etag }),
  onMade: showMade,
  onAct: settleAct,
  onRefused: sayRefused,
  onStorageFault: sayStorageFault,
  onBack: sayBack,
  transport: {
    async patch(record, field, value, etag): Promise<PatchOutcome> {
      try {
        if (!(await mayGoOut())) return { kind: "unreachable" };
        const change = { field, value, ifMatch: etag, signal: AbortSignal.timeout(timeoutMs) };
        return { kind: "saved", ...(await features().records[record.kind].patch(record.id, change)) };
      } catch (error) {
        if (error instanceof CatalogError && error.problem.code === "edit_conflict") return { kind: "conflict" };
        return whyNot(error);
      }
    },
    async read(record): Promise<ReadOutcome> {
      try {
        const signal = AbortSignal.timeout(timeoutMs);
        return { kind: "found", ...(await features().records[record.kind].read(record.id, signal)) };
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
  features().personChanged();
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
