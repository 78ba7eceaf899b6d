import { limits } from "../../contract/limits.ts";
import type { Reader, Tx } from "../db/db.ts";
import { composed, inStatements, sql } from "../db/sql.ts";
import { type PruningJob, untilNothingIsLeft } from "../log/pruning.ts";

/** A notice is removed after this long, read or not: three months. */
export const noticesKeptMs = 90 * 86_400_000;
const rowsPerStep = 1_000;

/** A comment: the key of its item, and its id. */
export type CommentKey = { itemKey: number; commentId: string };

export type MentionRow = { comment_id: string; user_key: number; id: string; name: string; display_name: string };

/** The people whom the comments of an item mention, by name. */
export const mentionsOf = (reader: Reader, itemKey: number) =>
  reader.all<MentionRow>(
    sql`select m.comment_id, m.user_key, u.id, u.name, u.display_name from mentions m join users u on u.key = m.user_key
      where m.item_key = ${itemKey} order by u.folded_name`,
  );

/** The people whom a change has mentioned in a comment, and who were not mentioned there before. */
export const mentionedBy = (reader: Reader, changeSeq: number, commentId: string) =>
  reader.all<MentionRow>(
    sql`select m.comment_id, m.user_key, u.id, u.name, u.display_name from mentions m join users u on u.key = m.user_key
      where m.change_seq = ${changeSeq} and m.comment_id = ${commentId} order by u.folded_name`,
  );

/** Notes that a comment mentions someone, and tells them unless they wrote it themselves. */
export async function mention(
  tx: Tx,
  { itemKey, commentId }: CommentKey,
  userKey: number,
  { changeSeq, actor, at, isOwn }: { changeSeq: number; actor: string; at: number; isOwn: boolean },
): Promise<void> {
  await tx.run(
    sql`insert into mentions (item_key, comment_id, user_key, change_seq)
      values (${itemKey}, ${commentId}, ${userKey}, ${changeSeq})`,
  );
  if (isOwn) return;
  await tx.run(
    sql`insert into notices (user_key, item_key, comment_id, actor, at)
      values (${userKey}, ${itemKey}, ${commentId}, ${actor}, ${at})`,
  );
  await tx.run(
    sql`delete from notices where user_key = ${userKey} and key <= (
        select key from notices where user_key = ${userKey} order by key desc limit 1 offset ${limits.notices}
      )`,
  );
  tx.touch("notices");
}

export async function unmention(tx: Tx, { itemKey, commentId }: CommentKey, userKey: number): Promise<void> {
  await tx.run(
    sql`delete from mentions where item_key = ${itemKey} and comment_id = ${commentId} and user_key = ${userKey}`,
  );
  await tx.run(
    sql`delete from notices where item_key = ${itemKey} and comment_id = ${commentId} and user_key = ${userKey}`,
  );
  tx.touch("notices");
}

/** Marks the given notices of a person as read, or all of them. */
export async function markRead(tx: Tx, userKey: number, keys: readonly number[] | undefined, now: number) {
  const which = keys ? " and key in (?)" : "";
  const marked = await tx.run(
    composed(`update notices set read_at = ? where user_key = ? and read_at is null${which}`, [
      now,
      userKey,
      ...(keys ? [keys] : []),
    ]),
  );
  if (marked > 0) tx.touch("notices");
}

/** For a person who is removed. */
export async function deleteNoticesOf(tx: Tx, userKey: number): Promise<void> {
  await tx.run(sql`delete from notices where user_key = ${userKey}`);
  await tx.run(sql`delete from mentions where user_key = ${userKey}`);
}

/** For items that leave the trash for good. */
export async function deleteCommentStatesOf(tx: Tx, itemKeys: readonly number[]): Promise<void> {
  for (const keys of inStatements(itemKeys)) {
    for (const table of ["notices", "mentions", "comment_states"]) {
      await tx.run(composed(`delete from ${table} where item_key in (?)`, [keys]));
    }
  }
}

/** Removes notices that are too old. */
export const forgetNotices = untilNothingIsLeft((tx, now) =>
  tx.run(
    sql`delete from notices where key in (select key from notices where at < ${now - noticesKeptMs} limit ${rowsPerStep})`,
  ),
);

/** Removes the states of comments that were deleted too long ago for an undo to bring them back. */
export const forgetRemovedComments = (trashMs: number): PruningJob =>
  untilNothingIsLeft(async (tx, now) => {
    const rows = await tx.all<{ key: number; item_key: number; comment_id: string }>(
      sql`select key, item_key, comment_id from comment_states where removed_at is not null and removed_at < ${now - trashMs}
      limit ${rowsPerStep}`,
    );
    for (const { key, item_key, comment_id } of rows) {
      await tx.run(sql`delete from notices where item_key = ${item_key} and comment_id = ${comment_id}`);
      await tx.run(sql`delete from mentions where item_key = ${item_key} and comment_id = ${comment_id}`);
      await tx.run(sql`delete from comment_states where key = ${key}`);
    }
    return rows.length;
  });

/** Changes whenever a notice of the person comes, goes or is read. By the keys of people; none for no notices. */
export async function noticeMarks(reader: Reader, userKeys: readonly number[]): Promise<Map<number, string>> {
  const marks = new Map<number, string>();
  type Row = { user_key: number; newest: number; shown: number; unread: number };
  for (const keys of inStatements(userKeys)) {
    const rows = await reader.all<Row>(
      composed(
        `select n.user_key, max(n.key) as newest, count(*) as shown,
            sum(case when n.read_at is null then 1 else 0 end) as unread
          from notices n join comment_states c on c.item_key = n.item_key and c.comment_id = n.comment_id
          where n.user_key in (?) and c.removed_at is null group by n.user_key`,
        [keys],
      ),
    );
    for (const { user_key, newest, shown, unread } of rows) marks.set(user_key, `${newest} ${shown} ${unread}`);
  }
  return marks;
}
