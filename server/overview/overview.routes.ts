import { limits } from "../../contract/limits.ts";
import type { WordsInUse } from "../../contract/overview.ts";
import { allow, branchesBelow } from "../access/allow.ts";
import type { Branches, Caller } from "../access/caller.ts";
import type { Db } from "../db/db.ts";
import { contentEtag } from "../http/conditional.ts";
import { type Answer, type Route, route } from "../http/endpoint.ts";
import { notFound } from "../http/problem.ts";
import { fold } from "../items/fold.ts";
import { projectById } from "../projects/projects.sql.ts";
import { find } from "./find.sql.ts";
import type { Overviews } from "./overviews.ts";
import type { ProjectOverview } from "./project-overview.ts";

const json = (value: unknown): Answer => {
  const body = JSON.stringify(value);
  return { body, etag: contentEtag(body) };
};

const defaultWords = 100;

export function overviewRoutes(db: Db, overviews: Overviews): Route[] {
  /** The project, and what of it the caller sees: undefined for all of it. */
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

  return [
    route("find", async ({ params, query, caller }) => {
      const { projectKey, branches } = await visible(params.projectId, caller);
      return overviews.of(projectKey, async (overview, reader) =>
        json(await find(reader, overview, projectKey, branches, query.q, query.limit ?? limits.defaultLimit)),
      );
    }),
    route("listTags", ({ params, query, caller }) => words(params.projectId, caller, "tags", query)),
    route("listBadges", ({ params, query, caller }) => words(params.projectId, caller, "badges", query)),
  ];
}

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
