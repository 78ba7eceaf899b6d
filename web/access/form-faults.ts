import { createContext, useContext, useEffect, useMemo } from "react";
import { CatalogError } from "../../contract/client.ts";
import { explainReason } from "../platform/explain.ts";

/** A field of a form, and what it says about a fault with this code. A problem without pointers is told by its code. */
type Field = { pointer: string; words: Record<string, string> };

/** What the fields of a form share: the faults by their pointers, and which fields there are. */
export type FormFaults = {
  faults: ReadonlyMap<string, string>;
  fields: Set<Field>;
  clear(pointer: string): void;
  /** Whether the fields stand in one line with the button. */
  inLine: boolean;
};

export const FormFaultsContext = createContext<FormFaults>({
  faults: new Map(),
  fields: new Set(),
  clear: () => undefined,
  inLine: false,
});

const none: Record<string, string> = {};

/** The properties of a field that the service finds fault with. The mark goes when someone types. */
export function useFault(pointer: string, words = none): { error: string | undefined; onInput(): void } {
  const { faults, fields, clear } = useContext(FormFaultsContext);
  const field = useMemo(() => ({ pointer, words }), [pointer, words]);
  useEffect(() => {
    fields.add(field);
    return () => void fields.delete(field);
  }, [fields, field]);
  return { error: faults.get(pointer), onInput: () => clear(pointer) };
}

/** The faults of a refused form by field; undefined if a fault belongs to none, which has to be told otherwise. */
export function faultsByField(error: unknown, fields: Iterable<Field>): Map<string, string> | undefined {
  if (!(error instanceof CatalogError)) return undefined;
  const { code, detail, errors = [{ pointer: undefined, code, message: detail }] } = error.problem;
  const all = [...fields];
  const faults = new Map<string, string>();
  for (const fault of errors) {
    const field = all.find(({ pointer, words }) =>
      fault.pointer === undefined ? fault.code in words : pointer === fault.pointer,
    );
    if (!field) return undefined;
    faults.set(field.pointer, field.words[fault.code] ?? explainReason(fault));
  }
  return faults;
}
