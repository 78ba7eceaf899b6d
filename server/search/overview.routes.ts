import type { Endpoints } from "../../contract/endpoints.ts";
import { limits } from "../../contract/limits.ts";
import type { WordsInUse } from "../../contract/overview.ts";
import { allow, allowViewIn, branchesBelow } from "../access/allow.ts";
import type { Branches, Caller } from "../access/caller.ts";
import { nodeById } from "../access/places.sql.ts";
import type { Answer } from "../api/answer.ts";
import { type Call, type Route, route } from "../api/route.ts";
import type { Db, Reader } from "../db/db.ts";
import { confirmTranslation } from "../history/confirm-translation.sql.ts";
import { contentEtag } from "../http/conditional.ts";
import { notFound } from "../http/problem.ts";
import { fold } from "../items/fold.ts";
import { readItem } from "../items/items.sql.ts";
import type { Kind } from "../log/changes.sql.ts";
import { missing } from "../log/missing.sql.ts";
import { staleTexts } from "../log/stale-translations.ts";
import { projectById } from "../projects/projects.sql.ts";
import { categoryById, subcategoryById } from "../tree/tree.sql.ts";
import { find } from "./find.sql.ts";
import type { Overviews } from "./overviews.ts";
import type { ProjectOverview } from "./project-overview.ts";
import { translationPage, translationProgress } from "./translations.sql.ts";

const json = (value: unknown): Answer => {
  const body = JSON.stringify(value);
  return { body, etag: contentEtag(body) };
};

const defaultWords = 100;
const defaultTexts = 50;

export function overviewRoutes(db: Db, overviews: Overviews): Route[] {
  /** The project, and the branches of it that the caller sees; undefined for all. */
  const visible = (id: string, caller: Caller) =>
    db.read(async (reader) => {
      const project = await projectById(reader, id);
      if (!project) throw notFound("project", id);
      const place = { projectKey: project.key };
      await allow(reader, caller, "view", place, () => notFound("project", id));
      return { projectKey: project.key, branches: await branchesBelow(reader, caller, place) };
    });

  const words = async (id: string, caller: Caller, list: "tags" | "badges", query: WordsQuery): Promise<Answer> => {
    const { projectKey, branches } = await visible(id, caller);
    return overviews.of(projectKey, async (overview) =>
      json(await wordsInUse(overview, list, branches, query.prefix ?? "", query.limit ?? defaultWords)),
    );
  };

  const staleThing = (kind: Kind, id: string, caller: Caller): Promise<Answer> =>
    db.read(async (reader) => {
      const { stale } = await visibleThing(reader, kind, id, caller);
      return json({ stale: staleTexts(stale) });
    });

  const confirm = (kind: Kind, id: string, { body, caller, author, write }: Confirmation) =>
    write(async (tx) => {
      const { key } = await visibleThing(tx, kind, id, caller);
      const stale = await confirmTranslation(tx, kind, key, body, author);
      return { body: JSON.stringify({ stale: staleTexts(stale) }) };
    });

  return [
    route("find", async ({ params, query, caller }) => {
      const { projectKey, branches } = await visible(params.projectId, caller);
      return overviews.of(projectKey, async (overview, reader) =>
        json(await find(reader, overview, projectKey, branches, query.q, query.limit ?? limits.defaultLimit)),
      );
    }),
    route("getTranslationProgress", async ({ params, query, caller }) => {
      const { projectKey, branches } = await visible(params.projectId, caller);
      return overviews.of(projectKey, async (overview, reader) => {
        const branch = await branchKey(reader, overview, projectKey, branches, query.branch);
        return json(await translationProgress(reader, overview, branches, branch));
      });
    }),
    route("listTranslations", async ({ params, query, caller }) => {
      const { projectKey, branches } = await visible(params.projectId, caller);
      const { language, state = "todo", cursor, limit = defaultTexts } = query;
      return overviews.of(projectKey, async (overview, reader) => {
        const branch = await branchKey(reader, overview, projectKey, branches, query.branch);
        return json(await translationPage(reader, overview, branches, { language, state, branch, cursor, limit }));
      });
    }),
    route("categoryStaleTranslations", ({ params, caller }) => staleThing("category", params.categoryId, caller)),
    route("subcategoryStaleTranslations", ({ params, caller }) =>
      staleThing("subcategory", params.subcategoryId, caller),
    ),
    route("itemStaleTranslations", ({ params, caller }) => staleThing("item", params.itemId, caller)),
    route("confirmCategoryTranslation", (given) => confirm("category", given.params.categoryId, given)),
    route("confirmSubcategoryTranslation", (given) => confirm("subcategory", given.params.subcategoryId, given)),
    route("confirmItemTranslation", (given) => confirm("item", given.params.itemId, given)),
    route("listTags", ({ params, query, caller }) => words(params.projectId, caller, "tags", query)),
    route("listBadges", ({ params, query, caller }) => words(params.projectId, caller, "badges", query)),
  ];
}

type VisibleThing = { key: number; stale: string };

async function visibleThing(reader: Reader, kind: Kind, id: string, caller: Caller): Promise<VisibleThing> {
  const unseen = () => notFound(kind, id);
  if (kind === "item") {
    const row = await readItem(reader, id);
    if (!row) throw await missing(reader, kind, id, caller);
    await allowViewIn(reader, caller, row.subcategory_key, unseen);
    return row;
  }
  const row = await (kind === "category" ? categoryById(reader, id) : subcategoryById(reader, id));
  if (!row) throw await missing(reader, kind, id, caller);
  const node = kind === "category" ? { categoryKey: row.key } : { subcategoryKey: row.key };
  await allow(reader, caller, "view", { projectKey: row.project_key, ...node }, unseen);
  return row;
}

/** The key of a category or subcategory that the caller sees, by its id; 0 without an id. */
async function branchKey(
  reader: Reader,
  overview: ProjectOverview,
  projectKey: number,
  branches: Branches | undefined,
  id: string | undefined,
): Promise<number> {
  if (id === undefined) return 0;
  const node = await nodeById(reader, id);
  const seen = node && (overview.sees(branches)(node.key) || branches?.path.has(node.key));
  if (!node || node.project_key !== projectKey || !seen) throw notFound("subcategory", id);
  return node.key;
}

type Confirmation = Pick<Call<Endpoints["confirmItemTranslation"]>, "body" | "caller" | "author" | "write">;
type WordsQuery = { prefix?: string | undefined; limit?: number | undefined };

async function wordsInUse(
  overview: ProjectOverview,
  list: "tags" | "badges",
  branches: Branches | undefined,
  prefix: string,
  limit: number,
): Promise<WordsInUse> {
  const { entries } = overview;
  const counts = branches ? await entries.wordCounts(list, overview.sees(branches)) : entries[list].counts;
  const start = fold(prefix);
  const found = [...counts].filter(([word]) => start === "" || fold(word).startsWith(start));
  found.sort(([one, ofOne], [other, ofOther]) => ofOther - ofOne || (one < other ? -1 : 1));
  return { words: found.slice(0, limit).map(([word, count]) => ({ word, count })), total: found.length };
}
