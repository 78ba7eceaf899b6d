import type { Comment } from "../../contract/items.ts";
import type { Fields } from "./changes.sql.ts";

/** The differences between two lists of comments, by field name: `comments.ID`. */
export function commentChanges(old: readonly Comment[], now: readonly Comment[]): { before: Fields; after: Fields } {
  const changes = { before: {} as Fields, after: {} as Fields };
  const before = new Map(old.map((comment) => [comment.id, comment]));
  const after = new Map(now.map((comment) => [comment.id, comment]));
  for (const id of new Set([...before.keys(), ...after.keys()])) {
    if (JSON.stringify(before.get(id)) === JSON.stringify(after.get(id))) continue;
    changes.before[`comments.${id}`] = before.get(id) ?? null;
    changes.after[`comments.${id}`] = after.get(id) ?? null;
  }
  return changes;
}

/** The list with one comment replaced, or removed if it is null. Ids grow with time, so they give its position. */
export function withComment(comments: readonly Comment[], id: string, comment: Comment | null): Comment[] {
  const index = comments.findIndex((candidate) => candidate.id === id);
  if (comment === null) return comments.filter((candidate) => candidate.id !== id);
  if (index >= 0) return comments.with(index, comment);
  const next = comments.findIndex((candidate) => candidate.id > id);
  return comments.toSpliced(next < 0 ? comments.length : next, 0, comment);
}
