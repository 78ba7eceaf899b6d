import { createRootRoute, createRoute, createRouter, lazyRouteComponent } from "@tanstack/react-router";
import { boardSearch, workspaceSearch } from "./addresses.ts";
import { NotFound } from "./components/states.tsx";
import { Projects } from "./screens/projects.tsx";
import { Shell } from "./screens/shell.tsx";
import { Workspace } from "./screens/workspace.tsx";

const root = createRootRoute({ component: Shell, notFoundComponent: NotFound });

const projects = createRoute({ getParentRoute: () => root, path: "/", component: Projects });

const workspaceRoute = createRoute({
  getParentRoute: () => root,
  path: "/projects/$projectId",
  validateSearch: workspaceSearch,
  component: Workspace,
});

const boardRoute = createRoute({
  getParentRoute: () => root,
  path: "/projects/$projectId/translations",
  validateSearch: boardSearch,
  component: lazyRouteComponent(() => import("./screens/translations-board.tsx"), "TranslationsBoard"),
});

const peopleRoute = createRoute({
  getParentRoute: () => root,
  path: "/people",
  component: lazyRouteComponent(() => import("./screens/people.tsx"), "People"),
});

const historyRoute = createRoute({
  getParentRoute: () => root,
  path: "/projects/$projectId/history",
  validateSearch: (raw: Record<string, unknown>): { trash?: true } => (raw.trash === true ? { trash: true } : {}),
  component: lazyRouteComponent(() => import("./screens/history.tsx"), "History"),
});

export const router = createRouter({
  routeTree: root.addChildren([projects, workspaceRoute, boardRoute, historyRoute, peopleRoute]),
  defaultPreload: "intent",
  scrollRestoration: false,
});

declare module "@tanstack/react-router" {
  interface Register {
    router: typeof router;
  }
}
