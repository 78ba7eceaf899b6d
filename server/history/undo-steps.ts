import { type ChangeRow, type Fields, type Kind, keyOf } from "../log/changes.sql.ts";
import { isParentField } from "../log/field-values.ts";

/** The combined effect of one or more changes of the same entity, which are undone together. */
export type UpdateStep = {
  action: "update";
  kind: Kind;
  key: number;
  id: string;
  /** The newest of the changes. Later changes of the entity are not part of the undo. */
  seq: number;
  oldest: number;
  before: Fields;
  after: Fields;
  fromKey: number | null;
  toKey: number | null;
};

export type Step = UpdateStep | { action: "create" | "delete"; change: ChangeRow };

/** The steps that undo the changes, the newest first. `changes` are in the order of the log. */
export function stepsToUndo(changes: readonly ChangeRow[]): Step[] {
  const steps: Step[] = [];
  /** The index of the last step that can take or free a place or an id. */
  let lastShape = -1;
  const openAt = new Map<number, number>();
  const push = (step: Step, shapes: boolean) => {
    steps.push(step);
    if (shapes) lastShape = steps.length - 1;
  };
  for (const change of changes.toReversed()) {
    const key = keyOf(change);
    if (change.action !== "update") {
      openAt.delete(key);
      push({ action: change.action, change }, true);
      continue;
    }
    const { shape, rest } = parts(stepOf(change));
    const at = openAt.get(key);
    const newer = at === undefined ? undefined : (steps[at] as UpdateStep);
    if (at === undefined || !newer) {
      openAt.set(key, steps.length);
      push(stepOf(change), shape !== undefined);
    } else if (shape === undefined || at >= lastShape) {
      addOlder(newer, stepOf(change));
      if (shape) lastShape = at;
    } else {
      // Other entities were created, deleted or moved in between; this one can move back only after they are undone.
      if (rest) addOlder(newer, rest);
      push(shape, true);
    }
  }
  return steps;
}

const stepOf = (change: ChangeRow): UpdateStep => ({
  action: "update",
  kind: change.kind,
  key: keyOf(change),
  id: change.entity_id,
  seq: change.seq,
  oldest: change.seq,
  before: JSON.parse(change.before),
  after: JSON.parse(change.after),
  fromKey: change.from_key,
  toKey: change.to_key,
});

const isShape = (field: string): boolean => field === "id" || isParentField(field);

/** Splits a step into its changes of the entity's place and id, and the rest. */
function parts(step: UpdateStep): { shape: UpdateStep | undefined; rest: UpdateStep | undefined } {
  const only = (wanted: (field: string) => boolean): UpdateStep | undefined => {
    const fields = Object.keys(step.after).filter(wanted);
    if (fields.length === 0) return undefined;
    const pick = (values: Fields) => Object.fromEntries(fields.map((field) => [field, values[field]]));
    return { ...step, before: pick(step.before), after: pick(step.after) };
  };
  const rest = only((field) => !isShape(field));
  return { shape: only(isShape), rest: rest && { ...rest, fromKey: null, toKey: null } };
}

function addOlder(step: UpdateStep, older: UpdateStep): void {
  Object.assign(step.before, older.before);
  step.after = { ...older.after, ...step.after };
  step.oldest = older.seq;
  step.fromKey = older.fromKey ?? step.fromKey;
  step.toKey ??= older.toKey;
}
