import type { SortField } from "../../../contract/found-items.ts";

export type Sorted = { by: SortField; descending: boolean };

export const sortedBy = (sort: string | undefined): Sorted | undefined =>
  sort === undefined ? undefined : { by: sort.replace(/^-/, "") as SortField, descending: sort.startsWith("-") };

/** What a click on a head makes of the order: ascending, then descending, then the list's own. */
export function nextSort(sort: string | undefined, by: SortField): string | undefined {
  if (sort === by) return `-${by}`;
  return sort === `-${by}` ? undefined : by;
}
