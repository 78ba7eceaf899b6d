import type { Project } from "../../contract/projects.ts";
import { allow } from "../access/allow.ts";
import type { Caller, Need } from "../access/caller.ts";
import type { Reader, Tx } from "../db/db.ts";
import { sql, updateByKey } from "../db/sql.ts";
import { notFound } from "../http/problem.ts";

export type ProjectRow = {
  key: number;
  id: string;
  name: string;
  display_name: string;
  active: number;
  logo_url: string;
};

export const allProjects = (reader: Reader) =>
  reader.all<ProjectRow>(sql`select key, id, name, display_name, active, logo_url from projects order by key`);

export const projectById = (reader: Reader, id: string) =>
  reader.get<ProjectRow>(sql`select key, id, name, display_name, active, logo_url from projects where id = ${id}`);

/** The project of a request, in which the caller may do what they `need`. */
export async function projectFor(
  reader: Reader,
  id: string,
  caller: Caller | undefined,
  need: Need = "view",
): Promise<ProjectRow> {
  const project = await projectById(reader, id);
  if (!project) throw notFound("project", id);
  await allow(reader, caller, need, { projectKey: project.key }, () => notFound("project", id));
  return project;
}

export const shownProject = ({ id, name, display_name, active, logo_url }: ProjectRow): Project => ({
  id,
  name,
  displayName: display_name,
  active: active === 1,
  logoUrl: logo_url,
});

type Given = { active?: boolean | undefined; logoUrl?: string | undefined };

export const insertProject = (tx: Tx, id: string, name: string, displayName: string, given: Given = {}) =>
  tx.run(
    sql`insert into projects (id, name, display_name, active, logo_url)
      values (${id}, ${name}, ${displayName}, ${given.active === false ? 0 : 1}, ${given.logoUrl ?? ""})`,
  );

export const updateProject = (tx: Tx, projectKey: number, columns: Partial<Omit<ProjectRow, "key">>) =>
  tx.run(updateByKey("projects", columns, projectKey));
