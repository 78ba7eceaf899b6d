import type { NetChange } from "../log/changes.sql.ts";
import type { LiveEntity } from "./live-entities.sql.ts";
import { keep, type Undo } from "./undo-run.ts";
import type { UpdateStep } from "./undo-steps.ts";

/** The undo of an update. `since` are the changes of the entity after it; undefined if the log does not tell. */
export type UpdateUndo = {
  run: Undo;
  step: UpdateStep;
  entity: LiveEntity;
  since: Map<string, NetChange> | undefined;
};

/** Records that a field was changed since, and by whom. */
export function keepField({ run, entity, since }: UpdateUndo, field: string, now: unknown): void {
  const writer = since?.get(field);
  const who = writer && { actor: writer.actor, at: writer.at };
  keep(run, entity, "changed_since", `${field} was changed since.`, { field, now, ...who });
}
