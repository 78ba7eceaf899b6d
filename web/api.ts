import { notifyManager, QueryClient } from "@tanstack/react-query";
import { CatalogError, createClient } from "../contract/client.ts";
import type { imageFits, imageWidths } from "../contract/constants.ts";
import type { Item, ItemPage } from "../contract/items.ts";
import { boundQueries } from "./bound-queries.ts";
import { rememberOwn } from "./changes/own-changes.ts";
import type { Reason } from "./saving/edit.ts";

/** Editors see what is stored: without this the browser's own language would put translations into the fields. */
const send = async (url: string, init: RequestInit) => {
  const headers = new Headers(init.headers);
  if (!headers.has("accept-language")) headers.set("accept-language", "en");
  const response = await fetch(url, { ...init, headers });
  rememberOwn(response.headers.get("change-set"));
  // The session has ended: asking who one is brings the door.
  if (response.status === 401 && !url.startsWith("/api/session"))
    void queryClient.invalidateQueries({ queryKey: keys.session });
  return response;
};

export const api = createClient("", send);

export type Versioned<T> = { data: T; etag: string | undefined };

export type ItemFilters = { search: string; visible: boolean | undefined; tags: string };

export const keys = {
  session: ["session"] as const,
  projects: ["projects"] as const,
  tree: (projectId: string) => ["tree", projectId] as const,
  node: (kind: "category" | "subcategory", id: string) => ["node", kind, id] as const,
  items: (subcategoryId: string) => ["items", subcategoryId] as const,
  itemPage: (subcategoryId: string, filters: ItemFilters, page: number) =>
    ["items", subcategoryId, filters, page] as const,
  item: (id: string) => ["item", id] as const,
};

/**
 * At once, not a tick later: a field gives up what was typed when its answer comes, and must not show the value from
 * before the answer in between, which would move the caret under the fingers.
 */
notifyManager.setScheduler((notify) => notify());

/** What was read is not asked for again until it is this old; the stream of events keeps it right meanwhile. */
export const freshMs = 15_000;

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: freshMs,
      retry: (count, error) => count < 2 && !(error instanceof CatalogError && error.status < 500),
      refetchOnWindowFocus: true,
    },
  },
});

boundQueries(queryClient, 100);

/** The service has answered, and has no such thing. */
export const isGone = (error: unknown) => error instanceof CatalogError && error.status === 404;

/** The service was not reached, or says itself that it is not there for a while. */
export const isAway = (error: unknown) => !(error instanceof CatalogError) || error.status === 503;

/** By then the service has said that it is there, or is taken for away. */
const thereWithinMs = 5_000;

/** Whether the service itself answers, and not something in between that answers everything. */
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

/** The one place that knows how a picture's address asks for a width, and for a cut. */
export function pictureUrl(url: string, width: (typeof imageWidths)[number], fit?: (typeof imageFits)[number]): string {
  if (!url.includes("/uploads/")) return url;
  return `${url}${url.includes("?") ? "&" : "?"}w=${width}${fit ? `&fit=${fit}` : ""}`;
}

/** A page with the version of each of its items, so that editing in the list need not ask for them. */
export type VersionedPage = ItemPage & { etags: (string | undefined)[] };

/** Puts a fresh item wherever the interface shows it. */
export function showItem(item: Item, etag: string | undefined) {
  queryClient.setQueryData<Versioned<Item>>(keys.item(item.id), { data: item, etag });
  queryClient.setQueriesData<VersionedPage>({ queryKey: ["items"] }, (page) => {
    const at = page?.items.findIndex((one) => one.id === item.id) ?? -1;
    return page && at >= 0 ? { ...page, items: page.items.with(at, item), etags: page.etags.with(at, etag) } : page;
  });
}
