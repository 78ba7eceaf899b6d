import { grantsIn, isEditor, type Rights, rightsOf } from "../access/rights.ts";
import { sessionQuery } from "../access/session.ts";
import type { BoardSearch, WorkspaceSearch } from "../catalog/addresses.ts";
import { nodeKey } from "../catalog/tree.ts";
import { treeQuery } from "../catalog/tree-data.ts";
import { queryClient } from "../platform/api.ts";
import { projectsQuery } from "../projects/projects-query.ts";
import { languageToWrite } from "../translations/content-language.ts";

type FirstScreen =
  | { to: "/projects/$projectId"; search: WorkspaceSearch }
  | { to: "/projects/$projectId/translations"; search: BoardSearch };

/** Undefined until the first screen is shown. */
let shown: { projectId: string | undefined } | undefined;

/** A screen is shown, of this project or of none. */
export const screenShown = (projectId: string | undefined) => {
  shown = { projectId };
};

/** Whoever reloads the page or goes back to it comes back to where they were. */
function isReturning(): boolean {
  const [entry] = performance.getEntriesByType("navigation");
  return !shown && (entry as PerformanceNavigationTiming | undefined)?.type !== "navigate";
}

/** The project of a person who has no other one and has just signed in. Where nobody signs in, all projects are listed. */
export async function onlyProject(): Promise<string | undefined> {
  if (shown || isReturning()) return undefined;
  const session = await queryClient.ensureQueryData(sessionQuery);
  if (session.access !== "required" || !session.who) return undefined;
  const projects = await queryClient.ensureQueryData(projectsQuery);
  return projects.length === 1 ? projects[0]?.id : undefined;
}

/**
 * Where the work of a person is, who comes to a project by its bare address: on the board for who only translates, at
 * their branch for who edits one branch. Undefined where it is the whole catalog, and for who is in the project already.
 */
export async function firstScreen(projectId: string): Promise<FirstScreen | undefined> {
  if (shown?.projectId === projectId || isReturning()) return undefined;
  const session = await queryClient.ensureQueryData(sessionQuery);
  if (session.access !== "required" || !session.who) return undefined;
  const rights = rightsOf(session, projectId, undefined);
  const grants = grantsIn(session, projectId).filter(({ role }) => role !== "viewer");
  const branch = onlyOne(
    grants.filter((grant) => isEditor(grant) === rights.edits).map(({ subtree }) => subtree ?? ""),
  );
  if (rights.edits) return branch ? atBranch(projectId, branch) : undefined;
  return rights.writes ? { to: "/projects/$projectId/translations", search: onBoard(rights, branch) } : undefined;
}

const onlyOne = (branches: readonly string[]) => (new Set(branches).size === 1 ? branches[0] : undefined);

const onBoard = (rights: Rights, branch: string | undefined): BoardSearch => ({
  ...(rights.languages !== "all" && { lang: languageToWrite(rights) }),
  ...(branch && { branch }),
});

async function atBranch(projectId: string, branch: string): Promise<FirstScreen | undefined> {
  const tree = await queryClient.ensureQueryData(treeQuery(projectId));
  const kind = (["subcategory", "category"] as const).find((one) => tree.nodes.has(nodeKey(one, branch)));
  return kind && { to: "/projects/$projectId", search: { [kind]: branch } };
}
