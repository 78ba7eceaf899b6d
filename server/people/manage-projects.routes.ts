import { allowAdmin, allowAdminIn } from "../access/allow.ts";
import { writeAs } from "../access/write-as.ts";
import { json } from "../api/answer.ts";
import { type Route, route } from "../api/route.ts";
import { type Db, UniqueViolation } from "../db/db.ts";
import { notFound, Problem } from "../http/problem.ts";
import { insertProject, type ProjectRow, projectById, shownProject, updateProject } from "../projects/projects.sql.ts";
import { appendAudit } from "./audit.sql.ts";

/** Projects are made and changed by admins alone, each time with an entry in the audit log. */
export const manageProjectsRoutes = ({ db, now }: { db: Db; now: () => number }): Route[] => [
  route("createProject", async ({ body, caller }) => {
    allowAdmin(caller);
    try {
      return await writeAs(db, caller, async (tx) => {
        await allowAdminIn(tx, caller);
        await insertProject(tx, body.id, body.id, body.displayName, body);
        const { actor, address } = caller;
        await appendAudit(tx, { event: "project_created", actor, subject: body.id, address }, now());
        return json(shownProject((await projectById(tx, body.id)) as ProjectRow));
      });
    } catch (error) {
      if (error instanceof UniqueViolation) throw new Problem("id_taken", `There is already a project "${body.id}".`);
      throw error;
    }
  }),
  route("updateProject", ({ params: { projectId }, body, caller }) => {
    allowAdmin(caller);
    return writeAs(db, caller, async (tx) => {
      await allowAdminIn(tx, caller);
      const project = await projectById(tx, projectId);
      if (!project) throw notFound("project", projectId);
      const { displayName, active, logoUrl } = body;
      const columns = {
        ...(displayName !== undefined && { display_name: displayName }),
        ...(active !== undefined && { active: active ? 1 : 0 }),
        ...(logoUrl !== undefined && { logo_url: logoUrl }),
      };
      const changed = Object.entries(columns).some(([column, value]) => project[column as keyof ProjectRow] !== value);
      if (!changed) return json(shownProject(project));
      await updateProject(tx, project.key, columns);
      const { actor, address } = caller;
      const detail = { before: shownProject(project), after: body };
      await appendAudit(tx, { event: "project_changed", actor, subject: project.id, address, detail }, now());
      return json(shownProject({ ...project, ...columns }));
    });
  }),
];
