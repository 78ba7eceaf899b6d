import type { Reason } from "../platform/reason.ts";
import type { Act } from "./act.ts";
import type { DoneListener } from "./done-listener.ts";
import type { FieldPath, RecordData, RecordRef } from "./edit.ts";

/** A record as the service has it, with its version. */
type Stored = { data: RecordData; etag: string | undefined };

type FieldChange = { field: FieldPath; value: unknown; ifMatch: string | undefined; signal: AbortSignal };

/** How the records of one kind are read, changed and shown. */
export type RecordAccess = {
  patch(id: string, change: FieldChange): Promise<Stored & { changeSet: string | null }>;
  read(id: string, signal: AbortSignal): Promise<Stored>;
  /** The service has answered what it has now. */
  show(id: string, stored: Stored): void;
};

/** What a feature does when acts are answered. */
export type ActEffect = {
  /**
   * It alone brings the screen up to date after such an act. Without one that owns the act, all effects do their part.
   */
  owns?(act: Act): boolean;
  /** Puts what was created into the cache before anything asks for it by its own id. */
  made?(act: Act, temporary: string, made: Stored): void;
  /** Shows what the act did; it is shown as pending until then. `late`: nobody has been waiting for it. */
  settled?(act: Act, answers: unknown[], late: boolean): Promise<void> | void;
  /** Whether it says why the act was refused, or has a reason to say nothing. */
  refused?(act: Act, reason: Reason, late: boolean): boolean;
};

/** What the features bring to the save engine, which knows none of them. */
export type SavingFeatures = {
  records: Record<RecordRef["kind"], RecordAccess>;
  effects: readonly ActEffect[];
  /** Lists everything that is done, so that it can be undone. */
  done: DoneListener;
  /** Another person is here now. */
  personChanged(): void;
};

let registered: SavingFeatures | undefined;

/** Called once, before anything is typed or sent. */
export function registerFeatures(features: SavingFeatures) {
  registered = features;
}

export function features(): SavingFeatures {
  if (!registered) throw new Error("The features of the editor are not registered yet.");
  return registered;
}

/** `translations.ru.name` goes as a merge patch of one field, so that two translators never overwrite each other. */
export function patchBody(field: FieldPath, value: unknown): { body: object; merge: boolean } {
  if (!field.startsWith("translations.")) return { body: { [field]: value }, merge: false };
  const [, language = "", name = ""] = field.split(".");
  return { body: { translations: { [language]: { [name]: value ?? null } } }, merge: true };
}
