import type { Endpoints } from "../contract/endpoints.ts";
import { listQuery } from "./items/list-query.ts";

/** Written out, because the list of all endpoints would make the script that runs first ten times as long. */
const paths: {
  [Name in "getSession" | "listProjects" | "listCategories" | "listItems" | "getItem"]: Endpoints[Name]["path"];
} = {
  getSession: "/api/session",
  listProjects: "/api/projects",
  listCategories: "/api/projects/:projectId/categories",
  listItems: "/api/subcategories/:subcategoryId/items",
  getItem: "/api/items/:itemId",
};

/** An id that the address holds as it is; one that needs more reading is left to the router. */
const plain = (id: string | null) =>
  id !== null && /^[a-z_.~][\w.~-]*$/i.test(id) && !/^(true|false|null)$/.test(id) ? id : undefined;

const at = (path: string, id: string) => path.replace(/:\w+/, encodeURIComponent(id));

/** What the screen at this address asks the service for first, word for word as it will ask. */
export function firstRequests(pathname: string, search: string): string[] {
  const found: string[] = [paths.getSession, paths.listProjects];
  const project = /^\/projects\/([\w.~-]+)\/?$/.exec(pathname)?.[1];
  if (!project) return found;
  found.push(`${at(paths.listCategories, project)}?lang=en`);
  const given = new URLSearchParams(search);
  const subcategory = plain(given.get("subcategory"));
  const filtered = ["search", "visible", "tags"].some((name) => given.has(name));
  if (subcategory && !filtered) {
    const query = Object.entries(listQuery({ search: "", visible: undefined, tags: "" }, 1));
    found.push(`${at(paths.listItems, subcategory)}?${query.map((pair) => pair.join("=")).join("&")}`);
  }
  const item = plain(given.get("item"));
  if (item) found.push(`${at(paths.getItem, item)}?lang=en`);
  return found;
}
