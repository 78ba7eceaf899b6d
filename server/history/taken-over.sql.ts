import { type ChangeRow, chainOf, type Fields, type NetChange } from "../log/changes.sql.ts";
import { isParentField, same } from "../log/field-values.ts";
import type { LiveEntity } from "./live-entities.sql.ts";
import type { Undo } from "./undo-run.ts";
import type { UpdateStep } from "./undo-steps.ts";

type Value = { field: string; value: unknown };
type Last = { value: unknown; net: NetChange };

/**
 * The fields that others wrote last after a step, over another value of this undo or of its set. An undo in pieces has
 * met these values at a newer step and kept them, and they can happen to be those of an older step.
 */
export async function takenOver(run: Undo, step: UpdateStep, entity: LiveEntity): Promise<Map<string, NetChange>> {
  const taken = new Map<string, NetChange>();
  if (entity.version <= step.seq) return taken;
  const lastOfOthers = new Map<string, Last>();
  const settled = new Set<string>();
  for await (const change of chainOf(run.tx, entity.version)) {
    if (change.seq <= step.seq) break;
    if (change.action !== "update") continue;
    for (const { field, value } of written(change, step)) {
      if (settled.has(field)) continue;
      const last = lastOfOthers.get(field);
      if (run.isOwn(change)) {
        settled.add(field);
        if (last && !same(last.value, value)) taken.set(field, last.net);
      } else if (!last) {
        const { actor, at } = change;
        const now = (JSON.parse(change.after) as Fields)[field];
        lastOfOthers.set(field, { value, net: { before: now, after: now, actor, at } });
      }
    }
  }
  return taken;
}

/** What a change wrote of the fields of a step. A parent is its key, because its id can change. */
function written(change: ChangeRow, step: UpdateStep): Value[] {
  const after: Fields = JSON.parse(change.after);
  return Object.keys(after)
    .filter((field) => field in step.after)
    .map((field) => ({ field, value: isParentField(field) ? change.to_key : after[field] }));
}
