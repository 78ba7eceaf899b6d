import type { Problem } from "../http/problem.ts";
import type { After, Sort } from "./index/item-order.ts";

const sortName = ({ by, descending }: Sort): string => `${descending ? "-" : ""}${by}`;

/** Keys of names are bytes, which JSON would write as six characters each. */
export function encodeCursor(sort: Sort, { at, key }: After, page: number): string {
  const position = typeof at === "string" ? Buffer.from(at, "latin1").toString("base64url") : at;
  return Buffer.from(JSON.stringify([sortName(sort), position, key, page])).toString("base64url");
}

const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) > 0;

export function decodeCursor(text: string, sort: Sort, refuse: (message: string) => Problem): After & { page: number } {
  let parts: unknown;
  try {
    parts = JSON.parse(Buffer.from(text, "base64url").toString());
  } catch {
    throw refuse("is not a cursor from this service");
  }
  const [sorted, position, key, page] = Array.isArray(parts) ? parts : [];
  const isPosition = sort.by === "name" ? typeof position === "string" : Number.isFinite(position);
  if (typeof sorted === "string" && sorted !== sortName(sort)) throw refuse("is a cursor of another sort");
  if (typeof sorted !== "string" || !isPosition || !isCount(key) || !isCount(page)) {
    throw refuse("is not a cursor from this service");
  }
  const at = typeof position === "string" ? Buffer.from(position, "base64url").toString("latin1") : position;
  return { at, key, page };
}
