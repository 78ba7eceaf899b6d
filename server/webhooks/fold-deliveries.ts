import type { ChangeEvent } from "../../contract/live.ts";
import type { WebhookEventType, WebhookMessage } from "../../contract/webhooks.ts";
import { fitting } from "../log/change-event.ts";

/** A delivery that was never tried: the message, and the changes of its entity that it combines. */
export type NewDelivery = {
  event_id: string;
  transaction_id: number;
  seq: number;
  /** The number of the first change, if it combines several. */
  first_seq: number | null;
  saves: number;
  type: WebhookEventType;
  resource: string;
  resource_id: string;
  changed_at: number;
  body: string;
};

/**
 * Folds what waits behind a refused message into the fewest messages that give the latest state of the entity: updates
 * become one, and a deletion or a restoration replaces all before it. At most a restoration and an update are left.
 */
export function foldDeliveries(waiting: readonly NewDelivery[]): NewDelivery[] {
  if (waiting.every(({ type }) => type.startsWith("comment."))) return foldComment(waiting);
  const folded: NewDelivery[] = [];
  for (const newer of waiting) {
    const last = folded.at(-1);
    if (!newer.type.endsWith(".updated")) {
      const all = folded.reduceRight((later, older) => joined(older, later), newer);
      folded.splice(0, folded.length, all);
    } else if (last?.type === newer.type) folded[folded.length - 1] = joined(last, newer);
    else folded.push(newer);
  }
  return folded;
}

const isState = ({ type }: NewDelivery): boolean => type === "comment.resolved" || type === "comment.reopened";

/**
 * The messages of a comment are facts of their own: only the last one counts of those that resolve or reopen it, and
 * those that mention people become one that names them all.
 */
function foldComment(waiting: readonly NewDelivery[]): NewDelivery[] {
  const folded: NewDelivery[] = [];
  for (const newer of waiting) {
    const at = folded.findIndex((older) => older.type === newer.type || (isState(older) && isState(newer)));
    const [older] = at < 0 ? [] : folded.splice(at, 1);
    folded.push(older?.type === "comment.mentioned" ? withMentioned(older, newer) : newer);
  }
  return folded;
}

function withMentioned(older: NewDelivery, newer: NewDelivery): NewDelivery {
  const first = JSON.parse(older.body) as WebhookMessage;
  const last = JSON.parse(newer.body) as WebhookMessage;
  const people = [...(first.data.mentioned ?? []), ...(last.data.mentioned ?? [])];
  const mentioned = [...new Map(people.map((person) => [person.id, person])).values()];
  return { ...newer, body: JSON.stringify({ ...last, data: { ...last.data, mentioned } }) };
}

/**
 * It gets its own id: a receiver has seen none of the messages that it combines, and must not discard those as
 * duplicates when a replay sends them.
 */
function joined(older: NewDelivery, newer: NewDelivery): NewDelivery {
  const saves = older.saves + newer.saves;
  const first = JSON.parse(older.body) as WebhookMessage;
  const last = JSON.parse(newer.body) as WebhookMessage;
  const event = newer.type.endsWith(".updated")
    ? joinedUpdates(first.data as ChangeEvent, last.data as ChangeEvent)
    : inPlaceOf(first.data as ChangeEvent, last.data as ChangeEvent);
  return {
    ...newer,
    event_id: `${eventIdOf(newer.event_id)}.${saves}`,
    first_seq: older.first_seq ?? older.seq,
    saves,
    body: JSON.stringify({ ...last, data: { ...event, saves } }),
  };
}

/** The id of the last event that a delivery combines. */
export const eventIdOf = (webhookId: string): string => webhookId.split(".")[0] as string;

function joinedUpdates(older: ChangeEvent, newer: ChangeEvent): ChangeEvent {
  const names = [...new Set([...older.fields, ...newer.fields])];
  const before: ChangeEvent["before"] = {};
  const after: ChangeEvent["after"] = {};
  // A field too large for an event has a name but no value there. Then no older or newer value may take its place.
  for (const name of names) {
    const [from, to] = [older.fields.includes(name) ? older : newer, newer.fields.includes(name) ? newer : older];
    if (name in from.before) before[name] = from.before[name];
    if (name in to.after) after[name] = to.after[name];
  }
  return { ...newer, id: older.id, ...fitting(names, before, after) };
}

/** A receiver knows the entity by the id that it had before all these changes. */
function inPlaceOf(older: ChangeEvent, newer: ChangeEvent): ChangeEvent {
  if (older.id === newer.id) return newer;
  if (newer.action === "delete") return { ...newer, id: older.id };
  const fields = [...new Set([...newer.fields, "id"])];
  return { ...newer, id: older.id, fields, after: { ...newer.after, id: newer.after.id ?? newer.id } };
}
