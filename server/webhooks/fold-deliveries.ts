import type { ChangeEvent } from "../../contract/live.ts";
import type { WebhookEventType, WebhookMessage } from "../../contract/webhooks.ts";
import { fitting } from "../log/change-event.ts";

/** A delivery that was never tried: what is to be sent, and which changes of its thing it stands for. */
export type NewDelivery = {
  event_id: string;
  transaction_id: number;
  seq: number;
  /** The number of the first change, where it stands for several. */
  first_seq: number | null;
  saves: number;
  type: WebhookEventType;
  resource: string;
  resource_id: string;
  changed_at: number;
  body: string;
};

/**
 * What waits behind a message that was refused, in as few messages as tell the latest state of the thing: saves become one, and
 * a deletion or a restoration makes up for all before it. At most two are left, one that restores and one that changes.
 */
export function foldDeliveries(waiting: readonly NewDelivery[]): NewDelivery[] {
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

/**
 * It has an id of its own: whoever took it has seen none of the messages that it stands for, and must not throw those away
 * when a replay sends them.
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

/** The id of the last event that a delivery stands for. */
export const eventIdOf = (webhookId: string): string => webhookId.split(".")[0] as string;

function joinedUpdates(older: ChangeEvent, newer: ChangeEvent): ChangeEvent {
  const names = [...new Set([...older.fields, ...newer.fields])];
  const before: ChangeEvent["before"] = {};
  const after: ChangeEvent["after"] = {};
  // What was too large for an event is named there and has no value; an older value is then not the one before or after.
  for (const name of names) {
    const [from, to] = [older.fields.includes(name) ? older : newer, newer.fields.includes(name) ? newer : older];
    if (name in from.before) before[name] = from.before[name];
    if (name in to.after) after[name] = to.after[name];
  }
  return { ...newer, id: older.id, ...fitting(names, before, after) };
}

/** A receiver knows the thing by the id that it had before all of this. */
function inPlaceOf(older: ChangeEvent, newer: ChangeEvent): ChangeEvent {
  if (older.id === newer.id) return newer;
  if (newer.action === "delete") return { ...newer, id: older.id };
  const fields = [...new Set([...newer.fields, "id"])];
  return { ...newer, id: older.id, fields, after: { ...newer.after, id: newer.after.id ?? newer.id } };
}
