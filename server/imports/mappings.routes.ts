import type { ImportMapping } from "../../contract/imports.ts";
import { limits } from "../../contract/limits.ts";
import type { Caller } from "../access/caller.ts";
import { writeAs } from "../access/write-as.ts";
import { json } from "../api/answer.ts";
import { type Route, route } from "../api/route.ts";
import type { Db, Reader, Tx } from "../db/db.ts";
import { sql } from "../db/sql.ts";
import { notFound, Problem } from "../http/problem.ts";
import { projectFor } from "../projects/projects.sql.ts";
import { allowProjectEdits } from "./import-access.sql.ts";
import { checkedOptions } from "./start-import.ts";

type MappingRow = { name: string; columns: string; changed_at: number };

const shown = ({ name, columns, changed_at }: MappingRow): ImportMapping => ({
  name,
  columns: JSON.parse(columns),
  changedAt: new Date(changed_at).toISOString(),
});

const mappingsOf = (reader: Reader, projectKey: number) =>
  reader.all<MappingRow>(
    sql`select name, columns, changed_at from import_mappings where project_key = ${projectKey} order by name`,
  );

async function projectToChange(tx: Tx, projectId: string, caller: Caller): Promise<number> {
  const { key } = await projectFor(tx, projectId, caller);
  await allowProjectEdits(tx, caller, key);
  await tx.lock(sql`select key from projects where key = ${key}`);
  return key;
}

/** Which columns the headers of a supplier are, under a name, for everyone who imports into the project. */
export function mappingRoutes(db: Db): Route[] {
  return [
    route("listMappings", ({ params, caller }) =>
      db.read(async (reader) => {
        const project = await projectFor(reader, params.projectId, caller);
        return json({ mappings: (await mappingsOf(reader, project.key)).map(shown) });
      }),
    ),
    route("putMapping", ({ params, body, caller }) =>
      writeAs(db, caller, async (tx) => {
        const key = await projectToChange(tx, params.projectId, caller);
        const name = params.mappingName.trim();
        if (name === "" || name.length > limits.nameLength) throw notFound("mapping", params.mappingName);
        checkedOptions(body);
        const others = (await mappingsOf(tx, key)).filter((row) => row.name !== name);
        if (others.length >= limits.importMappings) {
          throw new Problem("too_many_mappings", `The project has ${others.length} mappings already.`);
        }
        const row = { name, columns: JSON.stringify(body.columns), changed_at: db.now() };
        await tx.run(sql`delete from import_mappings where project_key = ${key} and name = ${name}`);
        await tx.run(
          sql`insert into import_mappings (project_key, name, columns, changed_at)
            values (${key}, ${name}, ${row.columns}, ${row.changed_at})`,
        );
        return json(shown(row));
      }),
    ),
    route("deleteMapping", ({ params, caller }) =>
      writeAs(db, caller, async (tx) => {
        const key = await projectToChange(tx, params.projectId, caller);
        const name = params.mappingName.trim();
        const gone = await tx.run(sql`delete from import_mappings where project_key = ${key} and name = ${name}`);
        if (gone === 0) throw notFound("mapping", params.mappingName);
        return undefined;
      }),
    ),
  ];
}
