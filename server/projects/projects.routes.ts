import { seesProject } from "../access/allow.ts";
import { json } from "../api/answer.ts";
import { type Route, route } from "../api/route.ts";
import type { Db } from "../db/db.ts";
import { allProjects, shownProject } from "./projects.sql.ts";

export const projectRoutes = (db: Db): Route[] => [
  route("listProjects", async ({ caller }) => {
    const rows = (await db.read(allProjects)).filter(({ key }) => seesProject(caller, key));
    return json(rows.map(shownProject));
  }),
];
