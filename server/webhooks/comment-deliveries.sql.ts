import type { MentionedPerson } from "../../contract/comments.ts";
import type { Comment } from "../../contract/items.ts";
import type { WebhookEventType, WebhookMessage } from "../../contract/webhooks.ts";
import type { Reader } from "../db/db.ts";
import { composed } from "../db/sql.ts";
import { shownPerson } from "../items/comment-states.sql.ts";
import { detailsOf } from "../items/items.rules.ts";
import type { Fields } from "../log/changes.sql.ts";
import { commentIdOf, resolutionIdOf } from "../log/comment-changes.ts";
import { eventId, positionOf } from "../log/event-id.ts";
import { type LoggedChange, largeFields } from "../log/follow.sql.ts";
import { mentionedBy } from "../notices/notices.sql.ts";
import type { NewDelivery } from "./fold-deliveries.ts";

type CommentEvent = { type: WebhookEventType; commentId: string; mentioned?: MentionedPerson[] };

/**
 * The messages about the comments that a change of an item concerns, beside that of the item. They are made when the
 * change is taken from the log, like all messages, so a mention needs no queue of its own.
 */
export async function commentDeliveries(
  reader: Reader,
  projectId: string,
  change: LoggedChange,
  isWanted: (type: WebhookEventType) => boolean,
): Promise<NewDelivery[]> {
  if (change.kind !== "item" || change.action !== "update" || change.entity_key === null) return [];
  const events = (await eventsOf(reader, change)).filter(({ type }) => isWanted(type));
  if (events.length === 0) return [];
  const comments = await commentsOf(reader, change.entity_key);
  return events.map((event) => delivery(projectId, change, event, comments.get(event.commentId)));
}

async function eventsOf(reader: Reader, change: LoggedChange): Promise<CommentEvent[]> {
  const large = change.before === "" ? await largeFields(reader, change.seq) : undefined;
  const before: Fields = JSON.parse(large?.before ?? (change.before || "{}"));
  const after: Fields = JSON.parse(large?.after ?? (change.after || "{}"));
  const events: CommentEvent[] = [];
  for (const [field, value] of Object.entries(after)) {
    const resolvedId = resolutionIdOf(field);
    if (resolvedId !== undefined) {
      events.push({ type: value === null ? "comment.reopened" : "comment.resolved", commentId: resolvedId });
    }
    const commentId = commentIdOf(field);
    if (commentId === undefined || value === null) continue;
    if (before[field] === null) events.push({ type: "comment.created", commentId });
    const mentioned = (await mentionedBy(reader, change.seq, commentId)).map(shownPerson);
    if (mentioned.length > 0) events.push({ type: "comment.mentioned", commentId, mentioned });
  }
  return events;
}

/** The comments of an item by their ids; none if the item is deleted. */
async function commentsOf(reader: Reader, itemKey: number): Promise<Map<string, Comment>> {
  const row = await reader.get<{ details: Uint8Array }>(composed("select details from items where key = ?", [itemKey]));
  return new Map(row && detailsOf(row).comments.map((comment) => [comment.id, comment]));
}

function delivery(
  projectId: string,
  change: LoggedChange,
  { type, commentId, mentioned }: CommentEvent,
  comment: Comment | undefined,
): NewDelivery {
  const at = new Date(change.at).toISOString();
  const message: WebhookMessage = {
    type,
    timestamp: at,
    data: {
      projectId,
      changeSetId: change.set_id,
      kind: "comment",
      id: commentId,
      itemId: change.entity_id,
      actor: change.actor,
      at,
      ...(comment && { comment }),
      ...(mentioned && { mentioned }),
    },
  };
  return {
    // One change can be several messages, and a receiver ignores an id that it has seen.
    event_id: `${eventId(positionOf(change))}.${type.slice("comment.".length)}.${commentId}`,
    transaction_id: change.transaction_id,
    seq: change.seq,
    first_seq: null,
    saves: 1,
    type,
    resource: `comment ${commentId}`,
    resource_id: commentId,
    changed_at: change.at,
    body: JSON.stringify(message),
  };
}
