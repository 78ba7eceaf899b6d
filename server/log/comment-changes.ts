import type { Comment } from "../../contract/items.ts";
import type { Fields } from "./changes.sql.ts";

const ofComment = "comments.";
const ofResolution = "resolved.";

export const commentName = (commentId: string): string => ofComment + commentId;

/** The id of the comment that a field of the log is; undefined for any other field. */
export const commentIdOf = (field: string): string | undefined =>
  field.startsWith(ofComment) ? field.slice(ofComment.length) : undefined;

/**
 * The name in the log of whether a comment is resolved: who did it and when, or null while it is open. The contract fixes
 * the fields of a comment, so this is none of them.
 */
export const resolutionName = (commentId: string): string => ofResolution + commentId;
export const isResolution = (field: string): boolean => field.startsWith(ofResolution);
export const resolutionIdOf = (field: string): string | undefined =>
  isResolution(field) ? field.slice(ofResolution.length) : undefined;

/** The differences between two lists of comments, by field name: `comments.ID`. */
export function commentChanges(old: readonly Comment[], now: readonly Comment[]): { before: Fields; after: Fields } {
  const changes = { before: {} as Fields, after: {} as Fields };
  const before = new Map(old.map((comment) => [comment.id, comment]));
  const after = new Map(now.map((comment) => [comment.id, comment]));
  for (const id of new Set([...before.keys(), ...after.keys()])) {
    if (JSON.stringify(before.get(id)) === JSON.stringify(after.get(id))) continue;
    changes.before[commentName(id)] = before.get(id) ?? null;
    changes.after[commentName(id)] = after.get(id) ?? null;
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
