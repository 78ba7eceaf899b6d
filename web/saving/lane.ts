import type { Edit, FieldPath, RecordRef } from "./edit.ts";

/** What is typed into one record and not saved yet, and which of its fields were saved. */
export type Lane = {
  record: RecordRef;
  edits: Map<FieldPath, Edit>;
  /** Fields that were left, or that nobody typed into for a while: they can go out. */
  due: Set<FieldPath>;
  inFlight: FieldPath | undefined;
  timer: unknown;
  saved: Set<FieldPath>;
  /** What the service last confirmed of ours: an edit that began just before that answer is not a conflict with it. */
  confirmed: Map<FieldPath, unknown>;
};

export const newLane = (record: RecordRef): Lane => ({
  record,
  edits: new Map(),
  due: new Set(),
  inFlight: undefined,
  timer: undefined,
  saved: new Set(),
  confirmed: new Map(),
});

/** False when the edit was given up, or saved, while a request was under way. */
export const isWaiting = (lane: Lane, edit: Edit) => lane.edits.get(edit.field) === edit;
