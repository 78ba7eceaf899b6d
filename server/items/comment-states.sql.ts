import type { CommentState, MentionedPerson, Resolution } from "../../contract/comments.ts";
import type { Comment } from "../../contract/items.ts";
import { limits } from "../../contract/limits.ts";
import { peopleWhoSee } from "../access/people.sql.ts";
import type { Reader, Tx } from "../db/db.ts";
import { sql } from "../db/sql.ts";
import { notFound } from "../http/problem.ts";
import type { Author, Fields } from "../log/changes.sql.ts";
import { commentIdOf, resolutionIdOf, resolutionName } from "../log/comment-changes.ts";
import type { MentionRow } from "../notices/notices.sql.ts";
import { mention, mentionsOf, unmention } from "../notices/notices.sql.ts";
import { detailsOf, type PlacedItemRow } from "./items.rules.ts";
import { holdItemFor, placeOfItem, writeItem } from "./items.sql.ts";
import { namesIn } from "./mentions.rules.ts";

export type StateRow = { comment_id: string; resolved_by: string | null; resolved_at: number | null };

export const resolutionOfRow = ({ resolved_by, resolved_at }: Omit<StateRow, "comment_id">): Resolution | null =>
  resolved_at === null ? null : { by: resolved_by ?? "", at: new Date(resolved_at).toISOString() };

export const shownPerson = ({
  id,
  name,
  display_name,
}: Omit<MentionRow, "comment_id" | "user_key">): MentionedPerson => ({
  id,
  name,
  displayName: display_name,
});

/** Whether a comment is resolved; undefined if the item has no such comment, or had none if `evenRemoved`. */
export async function resolutionOf(
  reader: Reader,
  itemKey: number,
  commentId: string,
  evenRemoved = false,
): Promise<Resolution | null | undefined> {
  const row = await reader.get<StateRow & { removed_at: number | null }>(
    sql`select comment_id, resolved_by, resolved_at, removed_at from comment_states
      where item_key = ${itemKey} and comment_id = ${commentId}`,
  );
  return row && (evenRemoved || row.removed_at === null) ? resolutionOfRow(row) : undefined;
}

/** The states of all comments of an item, in the order of their creation. */
export async function commentStates(reader: Reader, itemKey: number): Promise<CommentState[]> {
  const rows = await reader.all<StateRow>(
    sql`select comment_id, resolved_by, resolved_at from comment_states
      where item_key = ${itemKey} and removed_at is null order by created_at, key`,
  );
  const mentions = Map.groupBy(await mentionsOf(reader, itemKey), ({ comment_id }) => comment_id);
  return rows.map((row) => ({
    commentId: row.comment_id,
    resolved: resolutionOfRow(row),
    mentions: (mentions.get(row.comment_id) ?? []).map(shownPerson),
  }));
}

export type CommentName = { itemId: string; commentId: string };

/** A comment, and its item, for a change of the comment. */
export async function holdComment(tx: Tx, { itemId, commentId }: CommentName, author: Author) {
  const row = await holdItemFor(tx, itemId, "edit", author);
  const { comments } = detailsOf(row);
  const comment = comments.find(({ id }) => id === commentId);
  if (!comment) throw notFound("comment", commentId);
  return { row, comments, comment };
}

/** Resolves or reopens a comment. A change of its item like any other, with history, events and undo. */
export async function setResolved(tx: Tx, name: CommentName, resolved: boolean, author: Author): Promise<CommentState> {
  const { row, comment } = await holdComment(tx, name, author);
  const commentId = comment.id;
  await insertState(tx, row, comment, "");
  const before = (await resolutionOf(tx, row.key, commentId)) ?? null;
  if ((before !== null) !== resolved) {
    const field = resolutionName(commentId);
    const after = resolved ? { by: author.actor, at: new Date(author.at).toISOString() } : null;
    const changes = { columns: {}, before: { [field]: before }, after: { [field]: after } };
    await followComments(tx, await writeItem(tx, row, changes, author), changes.after, author);
  }
  const state = (await commentStates(tx, row.key)).find((other) => other.commentId === commentId);
  if (!state) throw notFound("comment", commentId);
  return state;
}

/**
 * Stores beside the item what a change of it means for its comments, by the names of the log. Whatever writes a comment
 * calls this, an undo too, right after `writeItem`: `row` has the version of that change.
 */
export async function followComments(tx: Tx, row: PlacedItemRow, after: Fields, author: Author): Promise<void> {
  for (const [field, value] of Object.entries(after)) {
    const commentId = commentIdOf(field);
    if (commentId !== undefined) await followComment(tx, row, { commentId, comment: value as Comment | null }, author);
    const resolvedId = resolutionIdOf(field);
    if (resolvedId !== undefined) await storeResolution(tx, row.key, resolvedId, value as Resolution | null);
  }
}

const storeResolution = (tx: Tx, itemKey: number, commentId: string, resolution: Resolution | null) =>
  tx.run(
    sql`update comment_states set resolved_by = ${resolution?.by ?? null},
        resolved_at = ${resolution ? Date.parse(resolution.at) : null}
      where item_key = ${itemKey} and comment_id = ${commentId}`,
  );

async function followComment(
  tx: Tx,
  row: PlacedItemRow,
  { commentId, comment }: { commentId: string; comment: Comment | null },
  author: Author,
): Promise<void> {
  const mentioned = (await mentionsOf(tx, row.key)).filter(({ comment_id }) => comment_id === commentId);
  // What hangs on the comment stays with its row, to come back with it. Nothing shows it meanwhile.
  if (mentioned.length > 0) tx.touch("notices");
  if (comment === null) {
    await tx.run(
      sql`update comment_states set removed_at = ${author.at} where item_key = ${row.key} and comment_id = ${commentId}`,
    );
    return;
  }
  await insertState(tx, row, comment, author.actor);
  await followMentions(tx, row, { ...comment, mentioned }, author);
}

/** Also for a comment that has a state: one that comes back, or one that a node of an earlier version wrote. */
const insertState = (tx: Tx, row: PlacedItemRow, { id, createdAt }: Comment, actor: string) =>
  tx.run(
    sql`insert into comment_states (item_key, comment_id, project_key, actor, created_at)
      values (${row.key}, ${id}, ${row.project_key}, ${actor}, ${createdAt})
      on conflict (item_key, comment_id) do update set removed_at = null`,
  );

async function followMentions(
  tx: Tx,
  row: PlacedItemRow,
  { id: commentId, text, mentioned }: Comment & { mentioned: readonly MentionRow[] },
  author: Author,
): Promise<void> {
  const holder = author.caller?.holder;
  // Where nobody signs in, there are no people to mention.
  if (!holder) return;
  const names = namesIn(text);
  const people =
    names.length === 0 ? [] : (await peopleWhoSee(tx, placeOfItem(row), names)).slice(0, limits.mentionsPerComment);
  const comment = { itemKey: row.key, commentId };
  const now = new Set(people.map(({ key }) => key));
  const before = new Set(mentioned.map(({ user_key }) => user_key));
  for (const userKey of before) if (!now.has(userKey)) await unmention(tx, comment, userKey);
  for (const userKey of now) {
    if (before.has(userKey)) continue;
    const isOwn = holder.kind === "user" && holder.key === userKey;
    await mention(tx, comment, userKey, { changeSeq: row.version, actor: author.actor, at: author.at, isOwn });
  }
}
