import type { Reason } from "../platform/reason.ts";
import type { Act } from "./act.ts";

type RecordKind = "category" | "subcategory" | "item";
export type RecordRef = { kind: RecordKind; id: string };
export type RecordData = Record<string, unknown>;

/** A top-level field (`price`), or one translated field (`translations.ru.name`). */
export type FieldPath = string;

/** The language of a translated field; undefined for one of the original. */
export const languageAt = (field: FieldPath) => /^translations\.([^.]+)/.exec(field)?.[1];

/** Why an edit waits for a decision: the service refused it, or someone else changed the same field. */
type Hold = { kind: "rejected"; reason: Reason } | { kind: "conflict"; theirs: unknown; etag: string | undefined };

/** One field that differs from what the service has. It stays in the outbox until the service has it. */
export type Edit = {
  key: string;
  owner: string;
  order: number;
  record: RecordRef;
  field: FieldPath;
  value: unknown;
  /** What the field held when typing began, and the version it was read from. */
  baseline: unknown;
  etag: string | undefined;
  /** Values that were sent and not answered: the service may or may not have them. */
  attempted: unknown[];
  /** How often sending it failed while the service answered. */
  failures?: number;
  hold?: Hold;
  /** The entry in the list of what was done that the last typing belongs to. */
  entry?: string | undefined;
};

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

/** The id that the service gave in place of a temporary one, which an address of an earlier page may still have. */
type GivenId = { key: string; temporary: string; id: string; at: number };

/** The same for all rows of a request: each entry is written to disk before the next. */
type GivenIds = { key: string; pairs: [temporary: string, id: string][]; at: number };

export type OutboxEntry = Edit | Act | GivenId | GivenIds;

export const isGiven = (entry: OutboxEntry): entry is GivenId | GivenIds => "temporary" in entry || "pairs" in entry;

export const pairsIn = (entry: OutboxEntry): [temporary: string, id: string][] =>
  "pairs" in entry ? entry.pairs : "temporary" in entry ? [[entry.temporary, entry.id]] : [];

/** Why something cannot be stored on this device: there is no room, or the browser does not allow it. */
export type StorageFault = "full" | "unavailable";

export type FieldState =
  | { status: "idle" }
  | { status: "saving" }
  | { status: "saved" }
  /** `stored`: on this device, and not only in this tab. */
  | { status: "waiting"; stored: boolean }
  | { status: "failed"; reason: Reason }
  | { status: "conflict"; yours: unknown; theirs: unknown };

export type FieldView = { draft: { value: unknown } | undefined; state: FieldState };

export type SaveSummary = {
  status: "saved" | "saving" | "waiting" | "attention";
  /** Fields and acts that the service does not have yet. */
  unsaved: number;
  /** Fields that need a decision. */
  problems: { record: RecordRef; field: FieldPath; state: FieldState }[];
  /** Acts that are on their way, and those that the service refused. */
  pending: readonly Act[];
  refused: readonly Act[];
  /** Why some of it is in this tab only. */
  storageFault: StorageFault | undefined;
};

export const recordKey = (record: RecordRef) => `${record.kind}:${record.id}`;

/** Names a field of a record, also on the screen. */
export const fieldKey = (record: RecordRef, field: FieldPath) => `${recordKey(record)}/${field}`;

export function valueAt(data: RecordData, field: FieldPath): unknown {
  let value: unknown = data;
  for (const part of field.split(".")) {
    if (typeof value !== "object" || value === null) return undefined;
    value = (value as RecordData)[part];
  }
  return value;
}

/** A copy of `data` with one field set; undefined or null inside `translations` removes the field. */
export function withValue<T extends object>(data: T, field: FieldPath, value: unknown): T {
  const [head = "", ...rest] = field.split(".");
  const copy = { ...data } as RecordData;
  if (rest.length > 0) {
    const child = copy[head];
    copy[head] = withValue(typeof child === "object" && child !== null ? child : {}, rest.join("."), value);
  } else if (value === undefined || value === null) delete copy[head];
  else copy[head] = value;
  return copy as T;
}

export function sameValue(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true;
  // A translation that is absent and one that was removed are the same.
  if ((a === null || a === undefined) && (b === null || b === undefined)) return true;
  if (typeof a !== "object" || typeof b !== "object" || a === null || b === null) return false;
  if (Array.isArray(a) !== Array.isArray(b)) return false;
  const keys = Object.keys(a);
  if (keys.length !== Object.keys(b).length) return false;
  return keys.every((key) => sameValue((a as RecordData)[key], (b as RecordData)[key]));
}
