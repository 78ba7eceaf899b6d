import { useInfiniteQuery } from "@tanstack/react-query";
import type { HistoryPage } from "../../contract/changes.ts";
import { api } from "../api.ts";
import type { RecordRef } from "../saving/edit.ts";

type Page = { pageParam: string | undefined; signal: AbortSignal };

const pages = {
  initialPageParam: undefined as string | undefined,
  getNextPageParam: (page: { nextCursor: string | null }) => page.nextCursor ?? undefined,
};

const from = (cursor: string | undefined) => (cursor ? { cursor } : {});

async function recordPage({ kind, id }: RecordRef, { pageParam, signal }: Page): Promise<HistoryPage> {
  const query = { limit: 50, ...from(pageParam) };
  const answer =
    kind === "item"
      ? await api.itemHistory({ params: { itemId: id }, query, signal })
      : kind === "category"
        ? await api.categoryHistory({ params: { categoryId: id }, query, signal })
        : await api.subcategoryHistory({ params: { subcategoryId: id }, query, signal });
  return answer.data;
}

export const useRecordHistory = (record: RecordRef, enabled = true) =>
  useInfiniteQuery({
    ...pages,
    queryKey: ["history", record.kind, record.id],
    enabled,
    queryFn: (page) => recordPage(record, page),
  });

export const useProjectHistory = (projectId: string) =>
  useInfiniteQuery({
    ...pages,
    queryKey: ["history", "project", projectId],
    queryFn: async ({ pageParam, signal }) =>
      (await api.listChanges({ params: { projectId }, query: { limit: 50, ...from(pageParam) }, signal })).data,
  });

export const useTrash = (projectId: string) =>
  useInfiniteQuery({
    ...pages,
    queryKey: ["history", "trash", projectId],
    queryFn: async ({ pageParam, signal }) =>
      (await api.listTrash({ params: { projectId }, query: { limit: 50, ...from(pageParam) }, signal })).data,
  });
