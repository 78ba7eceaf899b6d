import { randomId } from "../platform/random-id.ts";

const prefix = "unsent:";

/** An id until the service gives its own. No id of the service contains a colon. */
export const temporaryId = () => prefix + randomId();
export const isTemporary = (id: string) => id.startsWith(prefix);

/** A copy of `value` in which every text that is exactly one of the ids is the one given for it. */
function replaceIds<T>(value: T, given: ReadonlyMap<string, string>): T {
  if (typeof value === "string") return (given.get(value) ?? value) as T;
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map((one) => replaceIds(one, given)) as T;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, replaceIds(one, given)])) as T;
}

type Ids = { has(id: string): boolean };

/** Whether some text in `value` is exactly one of the ids. */
export function mentions(value: unknown, ids: Ids): boolean {
  if (typeof value === "string") return ids.has(value);
  if (typeof value !== "object" || value === null) return false;
  return Object.values(value).some((one) => mentions(one, ids));
}

/** Older pairs are forgotten: nothing on the screen has those ids any more. */
const mostPairs = 10_000;

function remember(pairs: Map<string, string>, from: string, to: string) {
  pairs.set(from, to);
  for (const oldest of pairs.keys()) {
    if (pairs.size <= mostPairs) break;
    pairs.delete(oldest);
  }
}

export type TemporaryIds = ReturnType<typeof createTemporaryIds>;

/** Knows which id the service gave in place of which temporary one. */
export function createTemporaryIds() {
  const real = new Map<string, string>();
  const first = new Map<string, string>();
  const realId = (id: string): string => real.get(id) ?? id;
  return {
    realId,
    /** The record under the id that it has now. Something that began before it got that still has the other one. */
    current: <T extends { id: string }>(record: T): T =>
      real.has(record.id) ? { ...record, id: realId(record.id) } : record,
    /** The first id of a record: stays the same when the service gives it its own. */
    firstId: (id: string): string => first.get(id) ?? id,
    /** Whether the record has to be created before anything can be written to it. */
    isUnmade: (id: string) => isTemporary(id) && !real.has(id),

    replace(temporary: string, id: string) {
      remember(real, temporary, id);
      remember(first, id, temporary);
    },

    /** A pair of an earlier page: nothing on this one began under the temporary id. */
    adopt: (temporary: string, id: string) => remember(real, temporary, id),

    /** The same value with the real id in place of each temporary one that has got it. */
    resolve: <T>(value: T): T => (mentions(value, real) ? replaceIds(value, real) : value),
  };
}
