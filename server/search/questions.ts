import { allow, branchesBelow } from "../access/allow.ts";
import type { Branches, Caller } from "../access/caller.ts";
import type { Db } from "../db/db.ts";
import { notFound } from "../http/problem.ts";
import { Slots } from "../http/slots.ts";
import { projectById } from "../projects/projects.sql.ts";
import type { ProjectIndex } from "./index/project-index.ts";
import type { Indexes } from "./indexes.ts";

/** What a question is answered from. `branches` are those that the caller sees; undefined for all. */
export type Asked = { projectKey: number; branches: Branches | undefined; index: ProjectIndex };

/** Answers a question from the index of a project. */
export type Ask = <T>(projectId: string, caller: Caller, question: (asked: Asked) => Promise<T>) => Promise<T>;

export function asking(db: Db, indexes: Indexes): Ask {
  /** Each question takes a few bytes for every item of the project while it is answered. */
  const questions = new Slots({
    atOnce: 4,
    mostWaiting: 500,
    detail: "Too many searches are being answered right now.",
    retryAfterSeconds: 1,
  });
  return async (projectId, caller, question) => {
    const { projectKey, branches } = await db.read(async (reader) => {
      const project = await projectById(reader, projectId);
      if (!project) throw notFound("project", projectId);
      const place = { projectKey: project.key };
      await allow(reader, caller, "view", place, () => notFound("project", projectId));
      return { projectKey: project.key, branches: await branchesBelow(reader, caller, place) };
    });
    const index = await indexes.of(projectKey);
    return questions.run(() => question({ projectKey, branches, index }));
  };
}
