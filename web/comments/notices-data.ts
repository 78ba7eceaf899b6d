import { useQuery } from "@tanstack/react-query";
import { useLocation } from "@tanstack/react-router";
import { useEffect, useRef } from "react";
import type { Notice } from "../../contract/comments.ts";
import { commentHash } from "../catalog/addresses.ts";
import { api, keys, queryClient } from "../platform/api.ts";
import { toast } from "../platform/toasts.ts";

/** The stream of the open project tells at once; where there is none, this is how often the service is asked. */
const askMs = 60_000;

export const useNotices = () =>
  useQuery({
    queryKey: keys.notices,
    queryFn: async ({ signal }) => (await api.listNotices({ signal })).data,
    refetchInterval: askMs,
  });

/** Marks the notices as read, or all of them. */
export async function markRead(ids?: string[]): Promise<void> {
  const answer = await api.markNoticesRead({ body: ids ? { ids } : {} });
  queryClient.setQueryData(keys.notices, answer.data);
}

/** Where the comment of a notice is. */
export const searchOfNotice = ({ subcategoryId, itemId }: Notice) => ({ subcategory: subcategoryId, item: itemId });

/** A notice is read when its comment is shown, whichever link leads there. */
export function useReadAtComment(notices: readonly Notice[] | undefined) {
  const shown = useLocation({ select: ({ hash }) => hash });
  const reading = notices?.filter(({ read, commentId }) => !read && commentHash(commentId) === shown) ?? [];
  const ids = reading.map(({ id }) => id).join();
  useEffect(() => {
    // Where it cannot be sent, the notice stays unread.
    if (ids) void markRead(ids.split(",")).catch(() => undefined);
  }, [ids]);
}

/** Announces what comes while the page is open. */
export function useTold(notices: readonly Notice[] | undefined, words: (notice: Notice) => string) {
  const newest = useRef<number>(undefined);
  useEffect(() => {
    if (!notices) return;
    const known = newest.current;
    newest.current = Math.max(0, known ?? 0, ...notices.map(({ id }) => Number(id)));
    if (known === undefined) return;
    for (const notice of notices.filter(({ id, read }) => Number(id) > known && !read).slice(0, 1)) {
      const { projectId, commentId } = notice;
      const link = { search: searchOfNotice(notice), hash: commentHash(commentId) };
      toast(words(notice), { about: "notices", link: { to: "/projects/$projectId", params: { projectId }, ...link } });
    }
  });
}
