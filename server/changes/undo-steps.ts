import { type ChangeRow, type Fields, type Kind, keyOf } from "./changes.sql.ts";

/** What one or more changes of the same thing come to, so that it is taken back in one go. */
export type UpdateStep = {
  action: "update";
  kind: Kind;
  key: number;
  id: string;
  /** The newest of the changes: what came after it was done by others. */
  seq: number;
  before: Fields;
  after: Fields;
  fromKey: number | null;
  toKey: number | null;
};

export type Step = UpdateStep | { action: "create" | "delete"; change: ChangeRow };

/** How to take the changes back, in this order: the newest first. `changes` are in the order of the log. */
export function stepsToUndo(changes: readonly ChangeRow[]): Step[] {
  const steps: Step[] = [];
  const open = new Map<number, UpdateStep>();
  for (const change of changes.toReversed()) {
    const key = keyOf(change);
    if (change.action !== "update") {
      open.delete(key);
      steps.push({ action: change.action, change });
      continue;
    }
    const newer = open.get(key);
    if (newer) {
      addOlder(newer, change);
      continue;
    }
    const step: UpdateStep = {
      action: "update",
      kind: change.kind,
      key,
      id: change.entity_id,
      seq: change.seq,
      before: JSON.parse(change.before),
      after: JSON.parse(change.after),
      fromKey: change.from_key,
      toKey: change.to_key,
    };
    open.set(key, step);
    steps.push(step);
  }
  return steps;
}

function addOlder(step: UpdateStep, older: ChangeRow): void {
  Object.assign(step.before, JSON.parse(older.before));
  step.after = { ...(JSON.parse(older.after) as Fields), ...step.after };
  step.fromKey = older.from_key ?? step.fromKey;
  step.toKey ??= older.to_key;
}
