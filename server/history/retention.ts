import { forgetAnswers } from "../api/idempotency.sql.ts";
import type { Db } from "../db/db.ts";
import type { Log } from "../http/logger.ts";
import { forgetNotices, forgetRemovedComments, noticesKeptMs } from "../notices/notices.sql.ts";
import { forgetAudit } from "../people/audit.sql.ts";
import { forgetFailures } from "../sign-in/sign-in-throttle.sql.ts";
import { emptyTrashStep, pruneStep, pruneUpToForSize } from "./retention.sql.ts";

/** How long a deletion can be undone, and how much of the history and the audit log to keep; Infinity for all. */
export type Retention = { trashMs: number; historyMs: number; historyBytes: number; auditMs: number };

/** Kept whatever the size: webhooks retry for up to three days, and people want to undo changes of last week. */
const alwaysKeptMs = 7 * 86_400_000;

const everyMs = 60 * 60 * 1_000;
const firstAfterMs = 60_000;
/** Lets other writes run between two steps. */
const pauseMs = 20;
const answersPerStep = 1_000;

export type Pruned = {
  changes: number;
  trashed: number;
  answers: number;
  audit: number;
  signIns: number;
  notices: number;
  comments: number;
};

/** Removes everything that has expired, in small steps. */
export async function prune(
  db: Db,
  retention: Retention,
  now: number,
  stopped: () => boolean = () => false,
): Promise<Pruned> {
  const pruned: Pruned = { changes: 0, trashed: 0, answers: 0, audit: 0, signIns: 0, notices: 0, comments: 0 };
  const pause = () => new Promise((resolve) => setTimeout(resolve, pauseMs));
  while (!stopped()) {
    const rows = await db.write((tx) => emptyTrashStep(tx, now - retention.trashMs));
    pruned.trashed += rows;
    if (rows === 0) break;
    await pause();
  }
  const upTo = Number.isFinite(retention.historyBytes)
    ? await db.read((reader) => pruneUpToForSize(reader, retention.historyBytes))
    : 0;
  const before = Number.isFinite(retention.historyMs) ? now - retention.historyMs : 0;
  for (let after: number | undefined = 0; after !== undefined && !stopped(); ) {
    const from: number = after;
    const step = await db.write((tx) => pruneStep(tx, from, { before, upTo, keepSince: now - alwaysKeptMs }));
    pruned.changes += step.removed;
    after = step.reached;
    if (after !== undefined) await pause();
  }
  while (!stopped()) {
    const answers = await db.write((tx) => forgetAnswers(tx, now, answersPerStep));
    pruned.answers += answers;
    if (answers < answersPerStep) break;
    await pause();
  }
  while (!stopped() && Number.isFinite(retention.auditMs)) {
    const entries = await db.write((tx) => forgetAudit(tx, now - retention.auditMs));
    pruned.audit += entries;
    if (entries === 0) break;
    await pause();
  }
  while (!stopped()) {
    const failures = await db.write((tx) => forgetFailures(tx, now));
    pruned.signIns += failures;
    if (failures === 0) break;
    await pause();
  }
  while (!stopped()) {
    const notices = await db.write((tx) => forgetNotices(tx, now - noticesKeptMs));
    pruned.notices += notices;
    if (notices === 0) break;
    await pause();
  }
  while (!stopped()) {
    const comments = await db.write((tx) => forgetRemovedComments(tx, now - retention.trashMs));
    pruned.comments += comments;
    if (comments === 0) break;
    await pause();
  }
  return pruned;
}

/** Prunes every hour in the background. Returns a function that stops it. */
export function startPruning(db: Db, retention: Retention, now: () => number, log: Log): () => Promise<void> {
  let ended = false;
  let running: Promise<void> = Promise.resolve();
  const run = () => {
    running = prune(db, retention, now(), () => ended).then(
      (pruned) => log.debug(pruned, "pruned the history"),
      (error) => log.error({ err: error }, "could not prune the history"),
    );
  };
  const first = setTimeout(run, firstAfterMs);
  const every = setInterval(run, everyMs);
  for (const timer of [first, every]) timer.unref();
  return async () => {
    ended = true;
    clearTimeout(first);
    clearInterval(every);
    await running;
  };
}
