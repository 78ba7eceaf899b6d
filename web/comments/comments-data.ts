import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import type { CommentState } from "../../contract/comments.ts";
import type { Item } from "../../contract/items.ts";
import { useOwnName } from "../access/own-name.ts";
import type { CommentsSearch } from "../catalog/addresses.ts";
import { catalogLanguage } from "../catalog/catalog-language.ts";
import { api, keys } from "../platform/api.ts";
import { useStore } from "../platform/store.ts";
import { type Act, request } from "../saving/act.ts";
import { saving } from "../saving/saving.ts";
import { isTemporary } from "../saving/temporary-ids.ts";
import { useActs } from "../saving/use-field.ts";

type State = Pick<CommentState, "resolved" | "mentions">;

const open: State = { resolved: null, mentions: [] };

/** Whether acts that the service has not answered yet resolve or reopen a comment; undefined if none does either. */
function pendingState(acts: readonly Act[], itemId: string, commentId: string): boolean | undefined {
  let resolved: boolean | undefined;
  for (const { requests, hold } of acts) {
    for (const { call, params, body } of hold ? [] : requests) {
      if (call !== "setCommentState" || params?.itemId !== itemId || params.commentId !== commentId) continue;
      resolved = body?.resolved === true;
    }
  }
  return resolved;
}

/** The states of the comments of an item, by their ids, as they will be when everything is sent. */
export function useStates(item: Item): (commentId: string) => State {
  const acts = useActs();
  const by = useOwnName();
  const { data } = useQuery({
    queryKey: [...keys.comments, "states", item.id],
    queryFn: async ({ signal }) => (await api.listCommentStates({ params: { itemId: item.id }, signal })).data,
    enabled: item.comments.length > 0 && !isTemporary(item.id),
  });
  return (commentId) => {
    const state = data?.find((one) => one.commentId === commentId) ?? open;
    const pending = pendingState(acts, item.id, commentId);
    if (pending === undefined || pending === (state.resolved !== null)) return state;
    return { ...state, resolved: pending ? { by, at: new Date().toISOString() } : null };
  };
}

export function setResolved(
  projectId: string,
  item: { id: string; name: string },
  commentId: string,
  resolved: boolean,
) {
  const params = { itemId: item.id, commentId };
  const requests = [request("setCommentState", { params, body: { resolved } })];
  const what = resolved ? "resolveComment" : "reopenComment";
  void saving.act({ projectId, title: { what, name: item.name }, requests });
}

/** The comments of a project, newest first, without those that have just been resolved or reopened. */
export function useComments(projectId: string, { state: given, only, branch }: CommentsSearch) {
  const state = given ?? "open";
  const acts = useActs();
  const lang = useStore(catalogLanguage);
  const list = useInfiniteQuery({
    queryKey: [...keys.comments, "list", projectId, state, only, branch, lang],
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page: { nextCursor: string | null }) => page.nextCursor ?? undefined,
    queryFn: async ({ pageParam: cursor, signal }) => {
      const query = {
        lang,
        state,
        ...(only && { only }),
        ...(branch && { within: branch }),
        ...(cursor && { cursor }),
      };
      return (await api.listComments({ params: { projectId }, query, signal })).data;
    },
  });
  const leaves = state === "open";
  const comments = list.data?.pages
    .flatMap((page) => page.comments)
    .filter(({ itemId, comment }) => pendingState(acts, itemId, comment.id) !== leaves);
  return { ...list, comments };
}
