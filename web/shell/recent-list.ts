import type { Found } from "../../contract/search.ts";
import type { NodeKey } from "../catalog/tree.ts";

export type RecentKey = NodeKey | `item:${string}`;

/** What someone opened. Only its key is kept: a name or a price would go out of date. */
export type Recent = { person: string; projectId: string; key: RecentKey };

/** Of all projects and people on this device. More than are shown, because with a search they all count. */
const keptRecents = 200;

const isSame = (one: Recent, other: Recent) =>
  one.key === other.key && one.projectId === other.projectId && one.person === other.person;

/** The last opened first, each once. */
export const withOpened = (recents: readonly Recent[], opened: Recent): readonly Recent[] =>
  [opened, ...recents.filter((one) => !isSame(one, opened))].slice(0, keptRecents);

export const without = (recents: readonly Recent[], gone: readonly Recent[]): readonly Recent[] =>
  recents.filter((one) => !gone.some((other) => isSame(one, other)));

export const keyOf = ({ kind, id }: Pick<Found, "kind" | "id">): RecentKey => `${kind}:${id}`;
