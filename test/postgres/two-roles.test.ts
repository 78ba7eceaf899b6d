import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import postgres, { type Sql } from "postgres";
import { createClient } from "../../contract/client.ts";
import { migrations } from "../../server/db/migrate.ts";
import { PostgresDb } from "../../server/db/postgres/postgres.ts";
import { refusedStart, runProgram } from "../support/run-program.ts";
import { startService } from "../support/start-service.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { until } from "../support/until.ts";
import { type FreshDatabase, freshDatabase, settingsFor } from "./fresh-database.ts";

const [before = 0, newest = 0] = migrations()
  .map(({ version }) => version)
  .slice(-2);
const guide = readFileSync(new URL("../../docs/operations.md", import.meta.url), "utf8");
/** The statements of the guide, for a new database and for one whose tables belong to the role of the service. */
const [forNew = "", forExisting = ""] = [...guide.matchAll(/```sql\n([^`]+)```/g)].map(([, text]) => text);

const dataDir = temporaryFolder();

let database: FreshDatabase;
let superuser: Sql;
let name: string;

/** Runs statements of the guide, with names of their own: roles are those of the whole server. */
const runOfGuide = (text = "") =>
  superuser.unsafe(
    text
      .replace("database catalog ", `database ${name} `)
      .replace(/\bcatalog_owner\b/g, `${name}_owner`)
      .replace(/\bcatalog\b/g, `${name}_service`),
  );

function urlOf(role: "owner" | "service"): string {
  const url = new URL(database.url);
  url.username = `${name}_${role}`;
  url.password = role === "owner" ? "first secret" : "second secret";
  return url.href;
}

beforeAll(async () => {
  database = await freshDatabase();
  superuser = postgres(database.url, { max: 1, onnotice: () => {} });
  name = (await superuser.unsafe("select current_database() as name"))[0]?.name;
  await superuser.unsafe("drop schema public cascade; create schema public authorization pg_database_owner");
  await runOfGuide(forNew);
});
afterAll(async () => {
  for (const role of ["service", "owner"]) {
    await superuser.unsafe(`drop owned by ${name}_${role} cascade`);
    await superuser.unsafe(`alter database ${name} owner to current_user`);
    await superuser.unsafe(`drop role ${name}_${role}`);
  }
  await superuser.end();
  await database.drop();
});

const endSessions = "select pg_terminate_backend(pid) from pg_stat_activity where usename like '%_service'";

/** Expects the documented 503 for writes while a right is missing, and that nothing else fails. */
async function lostRights(url: string, lose: string, regain: string): Promise<void> {
  const [item] = (await createClient(url).listItems({ params: { subcategoryId: "leaf" } })).data.items;
  const path = `${url}/api/items/${item?.id}`;
  const patch = async () => {
    const headers = { "content-type": "application/json" };
    const answer = await fetch(path, { method: "PATCH", headers, body: `{"name":"${crypto.randomUUID()}"}` });
    const { code } = (await answer.json()) as { code?: string };
    return { status: answer.status, code, again: answer.headers.has("retry-after") };
  };
  const ready = async () => (await fetch(`${url}/readyz`)).status;
  await superuser.unsafe(lose);
  // Connections that were ended a moment ago may still be noticed.
  await until(async () => (await fetch(path)).status === 200, "reads work");
  expect(await ready()).toBe(503);
  expect(await patch()).toEqual({ status: 503, code: "unavailable", again: true });
  expect((await fetch(path)).status).toBe(200);
  await superuser.unsafe(regain);
  await until(async () => (await ready()) === 200, "it is ready again");
  expect(await patch()).toMatchObject({ status: 200 });
}

/** Expects the documented 503 for everything while the database does not let the service in, or hides its tables. */
async function lostAccess(url: string, lose: string, regain: string): Promise<void> {
  const statuses = () =>
    Promise.all(["/readyz", "/api/projects"].map(async (path) => (await fetch(`${url}${path}`)).status));
  await superuser.unsafe(`${lose}; ${endSessions}`);
  // Connections that were ended a moment ago may still be noticed.
  await until(async () => (await statuses()).every((status) => status !== 200), "nothing is read any more");
  for (let time = 0; time < 5; time++) expect(await statuses()).toEqual([503, 503]);
  await superuser.unsafe(regain);
  await until(async () => (await statuses()).every((status) => status === 200), "everything works again");
}

const migrate = () => runProgram("cli.ts", ["migrate"], { DATABASE_URL: urlOf("owner"), DATA_DIR: dataDir });

describe("with two roles", () => {
  test("the service asks for the migration of an empty database, and then serves without rights on the schema", async () => {
    expect(await refusedStart({ DATABASE_URL: urlOf("service"), DATA_DIR: dataDir })).toContain(
      `It is empty, this program needs version ${newest}, and the role of DATABASE_URL may not change the tables. ` +
        "Run `npx catalog migrate` first",
    );
    const migrated = await migrate();
    expect([migrated.code, migrated.output.split("\n")[0]]).toEqual([0, `Created the tables, version ${newest}.`]);
    const settings = { DATABASE_URL: urlOf("service"), SEED: "demo", DATA_DIR: dataDir };
    const [one, other] = [await startService(settings), await startService(settings)];
    const api = createClient(one.url);
    const [project] = (await api.listProjects({})).data;
    const projectId = project?.id ?? "";
    const events = await fetch(`${other.url}/api/projects/${projectId}/events`);
    const { data: category, ...rest } = await api.createCategory({ params: { projectId }, body: { name: "Category" } });
    await api.createSubcategory({ params: { categoryId: category.id }, body: { id: "leaf", name: "Leaf" } });
    const sent = await fetch(`${one.url}/api/projects/${projectId}/imports`, {
      method: "POST",
      headers: { "content-type": "text/csv" },
      body: "id,name,category\n,Lamp,Category > Leaf\n",
    });
    expect(sent.status).toBe(202);
    await api.createItem({ params: { subcategoryId: "leaf" }, body: { name: "Item" } });
    const deleted = await fetch(`${one.url}/api/categories/${category.id}`, { method: "DELETE" });
    const undone = await api.undoChanges({
      params: { changeSetId: deleted.headers.get("change-set") ?? "" },
    });
    expect([rest.status, deleted.status, undone.status]).toEqual([201, 204, 200]);
    // The other node hears of it.
    let heard = "";
    for await (const chunk of events.body as ReadableStream<Uint8Array>) {
      heard += new TextDecoder().decode(chunk);
      if (heard.includes("Category")) break;
    }
    for (const node of [one, other]) {
      expect(node.output()).not.toContain("permission denied");
    }
    // What else is in the schema is nothing to the service.
    await superuser.unsafe(`set role ${name}_owner; create table of_another (x integer); reset role`);
    await superuser.unsafe(`revoke all on of_another from ${name}_service`);
    expect((await fetch(`${one.url}/readyz`)).status).toBe(200);
    await lostRights(
      one.url,
      `revoke update on items from ${name}_service`,
      `grant update on items to ${name}_service`,
    );
    for (const [right, on] of [
      ["usage", "sequence changes_seq_seq"],
      ["insert", "idempotency_keys"],
    ]) {
      const [lose, regain] = ["revoke", "grant"].map(
        (verb) => `${verb} ${right} on ${on} ${verb === "grant" ? "to" : "from"} ${name}_service`,
      );
      await superuser.unsafe(lose as string);
      expect((await fetch(`${one.url}/readyz`)).status).toBe(503);
      await superuser.unsafe(regain as string);
      expect((await fetch(`${one.url}/readyz`)).status).toBe(200);
    }
    await lostRights(
      one.url,
      `alter role ${name}_service set default_transaction_read_only = on; ${endSessions}`,
      `alter role ${name}_service reset default_transaction_read_only; ${endSessions}`,
    );
    const role = `${name}_service`;
    await lostAccess(one.url, `alter role ${role} nologin`, `alter role ${role} login`);
    await lostAccess(
      one.url,
      `revoke usage on schema public from public, ${role}`,
      `grant usage on schema public to ${role}`,
    );
    for (const node of [one, other]) {
      expect(await node.stop("SIGINT")).toBe(0);
    }
    expect(await runProgram("cli.ts", ["history", "prune"], settings)).toMatchObject({ code: 0 });
  });

  test("tables that the service owned are handed over, and later versions need a migration by the owner", async () => {
    await superuser.unsafe(`drop schema public cascade; create schema public authorization ${name}_service`);
    await (await PostgresDb.open(settingsFor(urlOf("service")))).close();
    await superuser.unsafe("alter schema public owner to pg_database_owner; grant usage on schema public to public");
    await runOfGuide(forExisting);
    await (await PostgresDb.open(settingsFor(urlOf("service")))).close();
    await superuser.unsafe(`delete from schema_version where version = ${newest}`);
    expect(await refusedStart({ DATABASE_URL: urlOf("service"), DATA_DIR: dataDir })).toContain(
      `Its tables have version ${before}, this program needs version ${newest}, and the role`,
    );
  });
});
