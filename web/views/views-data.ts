import { useQuery } from "@tanstack/react-query";
import type { View, ViewCreate, ViewPatch } from "../../contract/views.ts";
import type { Rights } from "../access/rights.ts";
import { api, queryClient } from "../platform/api.ts";
import { explain } from "../platform/explain.ts";
import { createStore } from "../platform/store.ts";
import { toast } from "../platform/toasts.ts";

export const viewsQuery = (projectId: string) => ({
  queryKey: ["views", projectId],
  queryFn: async ({ signal }: { signal: AbortSignal }) =>
    (await api.listViews({ params: { projectId }, signal })).data as View[],
});

/** The person's own views of a project and the shared ones. */
export const useViews = (projectId: string, enabled = true) => useQuery({ ...viewsQuery(projectId), enabled });

export const maySaveView = (view: View, rights: Rights) => view.own || rights.edit(undefined);

/** Sharing shows a view to everyone who sees the project. */
export const mayShareViews = (rights: Rights) => rights.edit(undefined);

/** Shows at once what the service answered; where the name stands in the list, the service says. */
async function show(projectId: string, change: (views: View[]) => View[]) {
  const { queryKey } = viewsQuery(projectId);
  // An answer on its way may be older.
  await queryClient.cancelQueries({ queryKey });
  queryClient.setQueryData<View[]>(queryKey, (views) => change(views ?? []));
  void queryClient.invalidateQueries({ queryKey });
}

/** What the service answers; undefined, with a message, if it refuses. */
async function told<T>(request: Promise<T>): Promise<T | undefined> {
  try {
    return await request;
  } catch (error) {
    toast(explain(error), { tone: "bad" });
    return undefined;
  }
}

/** The view that was saved last, until its bar has the focus: the button that saved it goes. */
export const madeView = createStore<string | undefined>(undefined);

export async function createView(projectId: string, body: ViewCreate): Promise<View | undefined> {
  const made = (await told(api.createView({ params: { projectId }, body })))?.data;
  if (!made) return undefined;
  await show(projectId, (views) => [...views, made]);
  madeView.set(made.id);
  return made;
}

export async function updateView(projectId: string, viewId: string, body: ViewPatch): Promise<View | undefined> {
  const changed = (await told(api.updateView({ params: { viewId }, body })))?.data;
  if (changed) await show(projectId, (views) => views.map((one) => (one.id === viewId ? changed : one)));
  return changed;
}

export async function deleteView(projectId: string, viewId: string): Promise<boolean> {
  const done = await told(api.deleteView({ params: { viewId } }));
  if (done) await show(projectId, (views) => views.filter(({ id }) => id !== viewId));
  return done !== undefined;
}
