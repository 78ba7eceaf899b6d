import type { Comment, CommentCreate, CommentPatch } from "../../contract/items.ts";
import { limits } from "../../contract/limits.ts";
import type { Tx } from "../db/db.ts";
import type { Precondition } from "../http/conditional.ts";
import { newId } from "../http/ids.ts";
import { invalid } from "../http/problem.ts";
import type { Author } from "../log/changes.sql.ts";
import { withComment } from "../log/comment-changes.ts";
import { refuseConflicts } from "../log/conflicts.ts";
import { type CommentName, followComments, holdComment } from "./comment-states.sql.ts";
import type { PlacedItemRow } from "./items.rules.ts";
import { detailsOf, itemChanges } from "./items.rules.ts";
import { holdItemFor, writeItem } from "./items.sql.ts";

/** Comments are stored in their item's row: the contract always shows them together, so one read returns both. */
async function writeComments(
  tx: Tx,
  row: PlacedItemRow,
  { comments, precondition }: { comments: Comment[]; precondition: Precondition },
  author: Author,
): Promise<void> {
  const changes = itemChanges(row, { comments }, false);
  await refuseConflicts(tx, precondition, row.version, changes);
  await followComments(tx, await writeItem(tx, row, changes, author), changes.after, author);
}

export async function createComment(tx: Tx, itemId: string, body: CommentCreate, author: Author): Promise<Comment> {
  const row = await holdItemFor(tx, itemId, "edit", author);
  const { comments } = detailsOf(row);
  if (comments.length >= limits.commentsPerItem) {
    throw invalid("invalid_body", [
      {
        pointer: "/text",
        code: "too_many",
        message: `cannot be added: the item has ${limits.commentsPerItem} comments`,
      },
    ]);
  }
  const comment = withoutEmpty({
    id: newId(),
    text: body.text,
    author: body.author,
    stars: body.stars,
    createdAt: new Date(author.at).toISOString(),
  });
  await writeComments(tx, row, { comments: [...comments, comment], precondition: undefined }, author);
  return comment;
}

export async function updateComment(
  tx: Tx,
  name: CommentName,
  { fields: patch, precondition }: { fields: CommentPatch; precondition: Precondition },
  author: Author,
): Promise<Comment> {
  const { row, comments, comment: current } = await holdComment(tx, name, author);
  const comment = withoutEmpty({
    id: current.id,
    text: patch.text ?? current.text,
    author: patch.author === undefined ? current.author : patch.author,
    stars: patch.stars === undefined ? current.stars : patch.stars,
    createdAt: current.createdAt,
  });
  if (JSON.stringify(comment) === JSON.stringify(current)) return current;
  await writeComments(tx, row, { comments: withComment(comments, comment.id, comment), precondition }, author);
  return comment;
}

export async function deleteComment(
  tx: Tx,
  name: CommentName,
  precondition: Precondition,
  author: Author,
): Promise<void> {
  const { row, comments, comment } = await holdComment(tx, name, author);
  await writeComments(tx, row, { comments: withComment(comments, comment.id, null), precondition }, author);
}

/** Leaves out `author` and `stars` where they are empty: both are optional in the contract. */
function withoutEmpty(comment: {
  id: string;
  text: string;
  author: string | null | undefined;
  stars: number | null | undefined;
  createdAt: string;
}): Comment {
  const { id, text, author, stars, createdAt } = comment;
  return { id, text, ...(author ? { author } : {}), ...(stars ? { stars } : {}), createdAt };
}
