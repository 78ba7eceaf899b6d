import { useCallback, useSyncExternalStore } from "react";
import type { Versioned } from "../platform/api.ts";
import type { Act } from "./act.ts";
import { type FieldPath, type FieldState, type RecordData, type RecordRef, type SaveSummary, valueAt } from "./edit.ts";
import { saving } from "./saving.ts";

/** A record that fields are bound to; `etag` is unknown where the record came in a list. */
export type Source = { record: RecordRef } & Versioned<object>;

export type Field<T> = { value: T; set(value: T): void; leave(): void; state: FieldState };

/** Binds one field of a record: what was typed wins over what the service has, until the service has it. */
export function useField<T>(source: Source, field: FieldPath): Field<T> {
  const { record, data, etag } = source;
  const { kind, id } = record;
  const subscribe = useCallback(
    (listener: () => void) => saving.onField({ kind, id }, field, listener),
    [kind, id, field],
  );
  const view = useSyncExternalStore(subscribe, () => saving.view({ kind, id }, field));
  const stored = valueAt(data as RecordData, field);
  return {
    value: (view.draft ? view.draft.value : stored) as T,
    set: (value) => saving.edit({ kind, id }, field, value, stored, etag),
    leave: () => saving.flush({ kind, id }),
    state: view.state,
  };
}

/** Everything that was done and that the service has not answered yet. */
export const useActs = (): readonly Act[] => useSyncExternalStore(saving.onSummary, saving.acts);

/** The id that the service gave to what had a temporary one. */
export const useRealId = (id: string | undefined): string | undefined =>
  useSyncExternalStore(saving.onSummary, () => id && saving.realId(id));

export const useSaveSummary = (): SaveSummary => useSyncExternalStore(saving.onSummary, saving.summary);
