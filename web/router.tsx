import type { EnsureQueryDataOptions, QueryKey } from "@tanstack/react-query";
import { createRootRoute, createRoute, createRouter, redirect } from "@tanstack/react-router";
import type { ComponentType } from "react";
import { sessionQuery } from "./access/session.ts";
import {
  boardSearch,
  commentsSearch,
  historySearch,
  importSearch,
  peopleSearch,
  workspaceSearch,
} from "./catalog/addresses.ts";
import { filtersOf } from "./catalog/item-filters.ts";
import { isLeaf } from "./catalog/item-list.ts";
import { nodeKey } from "./catalog/tree.ts";
import { treeNow, treeQuery } from "./catalog/tree-data.ts";
import { pageQuery } from "./items/item-pages.ts";
import { itemQuery } from "./items/items-data.ts";
import { queryClient } from "./platform/api.ts";
import { withWords } from "./platform/i18n/later-words.ts";
import { later } from "./platform/later.tsx";
import { projectsQuery } from "./projects/projects-query.ts";
import { isTemporary } from "./saving/temporary-ids.ts";
import { firstScreen, onlyProject, screenShown } from "./screens/first-screen.ts";
import { Workspace } from "./screens/workspace.tsx";
import { Shell } from "./shell/shell.tsx";
import { viewsQuery } from "./views/views-data.ts";
import { BrokenScreen } from "./widgets/boundary.tsx";
import { ScreenSkeleton } from "./widgets/skeleton.tsx";
import { NotFound } from "./widgets/states.tsx";

/** Loads the data of a screen before it is drawn. Data that is in the cache is not loaded again. */
const early = <T, K extends QueryKey>(query: EnsureQueryDataOptions<T, Error, T, K>) =>
  void queryClient.ensureQueryData(query).catch(() => {
    // The screen loads again, and reports the error.
  });

const root = createRootRoute({
  loader: async () => {
    const session = queryClient.ensureQueryData({ ...sessionQuery, retry: false });
    early(projectsQuery);
    // Nothing is drawn before it is known what the person may do.
    await session.catch(() => undefined);
  },
  component: Shell,
  notFoundComponent: () => <NotFound />,
});

/** A screen comes with its words: one that had to wait for them later would hide what is typed into it. */
const laterScreen = (load: () => Promise<{ default: ComponentType }>) => later(() => withWords(load));

const projects = createRoute({
  getParentRoute: () => root,
  path: "/",
  beforeLoad: async () => {
    const projectId = await onlyProject().catch(() => undefined);
    if (projectId) throw redirect({ to: "/projects/$projectId", params: { projectId }, replace: true });
  },
  component: later(async () => ({ default: (await import("./screens/projects.tsx")).Projects })),
});

const workspaceRoute = createRoute({
  getParentRoute: () => root,
  path: "/projects/$projectId",
  validateSearch: workspaceSearch,
  beforeLoad: async ({ params, search }) => {
    if (Object.keys(search).length > 0) return;
    early(sessionQuery);
    early(treeQuery(params.projectId));
    const first = await firstScreen(params.projectId).catch(() => undefined);
    if (first) throw redirect({ ...first, params, replace: true });
  },
  loaderDeps: ({ search: { details: _, ...search } }) => search,
  loader: ({ params: { projectId }, deps: { category, subcategory, all, item, ...filters } }) => {
    early(treeQuery(projectId));
    const within = subcategory ?? category;
    if ((within && !isTemporary(within)) || all) {
      const node = within && treeNow(projectId)?.nodes.get(nodeKey(subcategory ? "subcategory" : "category", within));
      // Before the tree is there, a subcategory counts as a leaf: most of those that people open are.
      const leaf = node ? isLeaf(node) : subcategory !== undefined;
      early(pageQuery({ projectId, within, leaf, filters: filtersOf(filters) }, 1));
    }
    if (item && !isTemporary(item)) early(itemQuery(item));
    early(viewsQuery(projectId));
  },
  component: Workspace,
});

const boardRoute = createRoute({
  getParentRoute: () => root,
  path: "/projects/$projectId/translations",
  validateSearch: boardSearch,
  component: laterScreen(async () => ({
    default: (await import("./screens/translations-board.tsx")).TranslationsBoard,
  })),
});

const peopleRoute = createRoute({
  getParentRoute: () => root,
  path: "/people",
  validateSearch: peopleSearch,
  component: laterScreen(async () => ({ default: (await import("./screens/people.tsx")).People })),
});

const accountRoute = createRoute({
  getParentRoute: () => root,
  path: "/account",
  component: laterScreen(async () => ({ default: (await import("./screens/account.tsx")).Account })),
});

const historyRoute = createRoute({
  getParentRoute: () => root,
  path: "/projects/$projectId/history",
  validateSearch: historySearch,
  component: laterScreen(async () => ({ default: (await import("./screens/history.tsx")).History })),
});

const commentsRoute = createRoute({
  getParentRoute: () => root,
  path: "/projects/$projectId/comments",
  validateSearch: commentsSearch,
  component: laterScreen(() => import("./screens/open-comments.tsx")),
});

const importRoute = createRoute({
  getParentRoute: () => root,
  path: "/projects/$projectId/import",
  validateSearch: importSearch,
  component: laterScreen(async () => ({ default: (await import("./screens/import-screen.tsx")).ImportScreen })),
});

export const router = createRouter({
  routeTree: root.addChildren([
    projects,
    workspaceRoute,
    boardRoute,
    historyRoute,
    commentsRoute,
    importRoute,
    peopleRoute,
    accountRoute,
  ]),
  defaultErrorComponent: BrokenScreen,
  defaultPendingComponent: ScreenSkeleton,
  defaultPreload: "intent",
  scrollRestoration: false,
});

router.subscribe("onResolved", () =>
  screenShown(router.state.matches.map(({ params }) => params).find((params) => "projectId" in params)?.projectId),
);

declare module "@tanstack/react-router" {
  interface Register {
    router: typeof router;
  }
}
