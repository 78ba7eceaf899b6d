import { notifyManager, QueryClient } from "@tanstack/react-query";
import { type Answer, CatalogError, createClient } from "../contract/client.ts";
import type { imageFits, imageWidths } from "../contract/constants.ts";
import type { FoundItemPage } from "../contract/found-items.ts";
import type { Item, ItemPage } from "../contract/items.ts";
import { boundQueries } from "./bound-queries.ts";
import { rememberOwn } from "./changes/own-changes.ts";
import type { Reason } from "./saving/reason.ts";

/** Fields show what is stored. Without this, the language of the browser would put translations into them. */
const send = async (url: string, init: RequestInit) => {
  const headers = new Headers(init.headers);
  if (!headers.has("accept-language")) headers.set("accept-language", "en");
  const response = await fetch(url, { ...init, headers });
  rememberOwn(response.headers.get("change-set"));
  // The session has ended, and asking for it shows the sign-in; or the person has other rights now.
  if ((response.status === 401 || response.status === 403) && !url.startsWith("/api/session")) refreshSession();
  return response;
};

/** Asks again who the person is and what they may do. */
export const refreshSession = () => void queryClient.invalidateQueries({ queryKey: keys.session });

export const api = createClient("", send);

/** An item with its key, which the service sends in a header. In lists it is unknown. */
export type KeyedItem = Item & { key?: string };

export const withKey = ({ data, headers }: Answer<Item>): KeyedItem => ({
  ...data,
  key: decodeURIComponent(headers.get("item-key") ?? ""),
});

export type Versioned<T> = { data: T; etag: string | undefined };

export const keys = {
  session: ["session"] as const,
  projects: ["projects"] as const,
  tree: (projectId: string) => ["tree", projectId] as const,
  node: (kind: "category" | "subcategory", id: string) => ["node", kind, id] as const,
  /** Pages of items: those of a subcategory in its own order, and those of searches. */
  pages: ["items"] as const,
  ownPages: ["items", "own"] as const,
  ownPagesOf: (subcategoryId: string) => ["items", "own", subcategoryId] as const,
  searches: ["items", "search"] as const,
  /** How many items match something. */
  counts: ["counts"] as const,
  item: (id: string) => ["item", id] as const,
  /** Whether comments are resolved, and the lists and counts of those that are open. */
  comments: ["comments"] as const,
  /** Who has mentioned the person. */
  notices: ["notices"] as const,
};

/**
 * Listeners run immediately, not a tick later. When an answer comes, a field drops its draft; showing the old value in
 * between would move the caret while someone types.
 */
notifyManager.setScheduler((notify) => notify());

/** Answers younger than this are not requested again; the event stream keeps them up to date. */
export const freshMs = 15_000;

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: freshMs,
      retry: (count, error) => count < 2 && navigator.onLine && !(error instanceof CatalogError && error.status < 500),
      refetchOnWindowFocus: true,
      refetchOnReconnect: true,
      // A service on this machine answers without a network, too.
      networkMode: "always",
    },
  },
});

boundQueries(queryClient, 100);

/** The service has answered that it does not exist. */
export const isGone = (error: unknown) => error instanceof CatalogError && error.status === 404;

/** The service was not reached, or answers that it is not available for a while. */
export const isAway = (error: unknown) => !(error instanceof CatalogError) || error.status === 503;

/** How long to wait for the service before it counts as away. */
const thereWithinMs = 5_000;

/** Whether the service itself answers, and not a proxy that answers everything. */
export async function isThere(): Promise<boolean> {
  try {
    const answer = await fetch("/readyz", { signal: AbortSignal.timeout(thereWithinMs) });
    return answer.ok && (await answer.json()).status === "ready";
  } catch {
    return false;
  }
}

export function reasonOf(error: unknown): Reason {
  if (!(error instanceof CatalogError)) return { code: "unreachable", message: "" };
  const fault = error.problem.errors?.[0];
  return fault
    ? { code: fault.code, message: fault.message }
    : // As a fault of a value the same code means something else.
      { code: error.problem.code === "not_allowed" ? "forbidden" : error.problem.code, message: error.problem.detail };
}

/** The address of a picture in this width, cropped if `fit` says so. */
export function pictureUrl(url: string, width: (typeof imageWidths)[number], fit?: (typeof imageFits)[number]): string {
  if (!url.includes("/uploads/")) return url;
  return `${url}${url.includes("?") ? "&" : "?"}w=${width}${fit ? `&fit=${fit}` : ""}`;
}

/**
 * A page with the version of each item, so that an edit in the list does not have to read it first. Only a search says
 * what matches and where the items are.
 */
export type VersionedPage = Omit<ItemPage, "items"> & {
  items: KeyedItem[];
  etags: (string | undefined)[];
  /** When it was asked for. The query has the time of its last change, which may be a field that was saved here. */
  askedAt: number;
} & Partial<Pick<FoundItemPage, "matches" | "places" | "didYouMean">>;

/** Puts a fresh item wherever the interface shows it. */
export function showItem(item: Item, etag: string | undefined) {
  queryClient.setQueryData<Versioned<Item>>(keys.item(item.id), { data: item, etag });
  queryClient.setQueriesData<VersionedPage>({ queryKey: keys.pages }, (page) => {
    const at = page?.items.findIndex((one) => one.id === item.id) ?? -1;
    // Without a value a page stays as old as it is.
    return page && at >= 0
      ? { ...page, items: page.items.with(at, item), etags: page.etags.with(at, etag) }
      : undefined;
  });
}
