import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import type { AuditEvent } from "../../contract/constants.ts";
import { api, keys, queryClient } from "../platform/api.ts";
import { explain } from "../platform/explain.ts";
import { toast } from "../platform/toasts.ts";

export const useUsers = () =>
  useQuery({ queryKey: ["access", "users"], queryFn: async () => (await api.listUsers()).data });

export const useInvitations = () =>
  useQuery({ queryKey: ["access", "invitations"], queryFn: async () => (await api.listInvitations()).data });

export const useAccount = () =>
  useQuery({ queryKey: ["access", "account"], queryFn: async () => (await api.getAccount()).data });

export const useKeys = () =>
  useQuery({ queryKey: ["access", "keys"], queryFn: async () => (await api.listKeys()).data });

/** The open sessions of a person, by default the one who is signed in. */
export const useSessions = (userId?: string) =>
  useQuery({
    queryKey: ["access", "sessions", userId ?? "own"],
    queryFn: async () => (await api.listSessions(userId ? { query: { user: userId } } : {})).data,
  });

export type AuditFilters = { event?: AuditEvent; who?: string };

export const useAudit = (filters: AuditFilters) =>
  useInfiniteQuery({
    queryKey: ["access", "audit", filters],
    queryFn: async ({ pageParam }) =>
      (await api.listAudit({ query: { ...filters, ...(pageParam && { before: pageParam }) } })).data,
    initialPageParam: 0,
    getNextPageParam: (page) => page.next ?? undefined,
    staleTime: 0,
  });

/** Makes a change, reports an error that `mark` does not show where it belongs, and reads the lists again. */
export async function change(run: () => Promise<unknown>, mark?: (error: unknown) => boolean): Promise<boolean> {
  try {
    await run();
    return true;
  } catch (error) {
    if (!mark?.(error)) toast(explain(error), { tone: "bad" });
    return false;
  } finally {
    void queryClient.invalidateQueries({ queryKey: ["access"] });
    void queryClient.invalidateQueries({ queryKey: keys.session });
  }
}
