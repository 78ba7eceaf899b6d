import { useInfiniteQuery } from "@tanstack/react-query";
import type { HistorySearch } from "../catalog/addresses.ts";
import { api } from "../platform/api.ts";
import type { RecordRef } from "../saving/edit.ts";

type Page = { pageParam: string | undefined; signal: AbortSignal };

const pages = {
  initialPageParam: undefined as string | undefined,
  getNextPageParam: (page: { nextCursor: string | null }) => page.nextCursor ?? undefined,
};

const from = (cursor: string | undefined) => (cursor ? { cursor } : {});

/** Days are in the reader's time zone: from the start of the first to the end of the last. */
function queryOf({ since, until, kind: _, ...rest }: HistorySearch) {
  const end = until ? new Date(`${until}T00:00:00`) : undefined;
  end?.setDate(end.getDate() + 1);
  return {
    ...rest,
    ...(since && { since: new Date(`${since}T00:00:00`).toISOString() }),
    ...(end && { until: end.toISOString() }),
  };
}

async function recordPage({ kind, id }: RecordRef, filters: HistorySearch, { pageParam, signal }: Page) {
  const query = { limit: 50, ...queryOf(filters), ...from(pageParam) };
  const answer =
    kind === "item"
      ? await api.itemHistory({ params: { itemId: id }, query, signal })
      : kind === "category"
        ? await api.categoryHistory({ params: { categoryId: id }, query, signal })
        : await api.subcategoryHistory({ params: { subcategoryId: id }, query, signal });
  return answer.data;
}

export const useRecordHistory = (record: RecordRef, filters: HistorySearch, enabled = true) =>
  useInfiniteQuery({
    ...pages,
    queryKey: ["history", record.kind, record.id, filters],
    enabled,
    queryFn: (page) => recordPage(record, filters, page),
  });

export const useProjectHistory = (projectId: string, filters: HistorySearch) =>
  useInfiniteQuery({
    ...pages,
    queryKey: ["history", "project", projectId, filters],
    queryFn: async ({ pageParam, signal }) => {
      const query = { limit: 50, ...queryOf(filters), ...(filters.kind && { kind: filters.kind }), ...from(pageParam) };
      return (await api.listChanges({ params: { projectId }, query, signal })).data;
    },
  });

export const useTrash = (projectId: string) =>
  useInfiniteQuery({
    ...pages,
    queryKey: ["history", "trash", projectId],
    queryFn: async ({ pageParam, signal }) =>
      (await api.listTrash({ params: { projectId }, query: { limit: 50, ...from(pageParam) }, signal })).data,
  });
