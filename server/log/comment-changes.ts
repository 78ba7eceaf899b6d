import type { Comment } from "../../contract/items.ts";
import type { Fields } from "./changes.sql.ts";

/** What differs between two lists of comments, each comment under its own name: `comments.ID`. */
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

/** The list with one comment as it was; null for one that was not there. Ids grow with time, so they tell its place. */
export function withComment(comments: readonly Comment[], id: string, comment: Comment | null): Comment[] {
  const index = comments.findIndex((candidate) => candidate.id === id);
  if (comment === null) return comments.filter((candidate) => candidate.id !== id);
  if (index >= 0) return comments.with(index, comment);
  const place = comments.findIndex((candidate) => candidate.id > id);
  return comments.toSpliced(place < 0 ? comments.length : place, 0, comment);
}
