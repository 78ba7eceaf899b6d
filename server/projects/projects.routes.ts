import type { Project } from "../../contract/projects.ts";
import { seesProject } from "../access/allow.ts";
import { json } from "../api/answer.ts";
import { type Route, route } from "../api/route.ts";
import type { Db } from "../db/db.ts";
import { allProjects } from "./projects.sql.ts";

export const projectRoutes = (db: Db): Route[] => [
  route("listProjects", async ({ caller }) => {
    const rows = (await db.read(allProjects)).filter(({ key }) => seesProject(caller, key));
    return json(
      rows.map(
        (row): Project => ({
          id: row.id,
          name: row.name,
          displayName: row.display_name,
          active: row.active === 1,
          logoUrl: row.logo_url,
        }),
      ),
    );
  }),
];
