import type { Act } from "./act.ts";
import type { FieldPath, RecordRef } from "./edit.ts";

/** Hears of everything that is done, so that all of it can be listed and undone. */
export type DoneListener = {
  /** Someone typed. Names the entry of the list that this belongs to. */
  edited(record: RecordRef, field: FieldPath, before: unknown, after: unknown): string | undefined;
  /** The fields of the record were left: what is typed into them next is another entry. */
  left(record: RecordRef): void;
  /** The service has what was typed, under this change set. */
  saved(entry: string, changeSet: string): void;
  /** What was typed into the field and not saved is given up. */
  givenUp(record: RecordRef, field: FieldPath): void;
  /** Someone did something that is more than one field, or an earlier page left it. */
  added(act: Act): void;
  /** The service has given its own id to what was added under a temporary one. */
  made(temporary: string, id: string): void;
  /** The act was taken out of the outbox before the service had any of it. */
  dropped(act: Act): void;
};
