import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { Webhook } from "standardwebhooks";
import { createClient } from "../../contract/client.ts";
import { heldGrants } from "../../server/access/grants.sql.ts";
import { backup } from "../../server/cli/backup.command.ts";
import type { Command } from "../../server/cli/command.ts";
import { keys } from "../../server/cli/keys.command.ts";
import { restore } from "../../server/cli/restore.command.ts";
import { webhooks } from "../../server/cli/webhooks.command.ts";
import { composed, sql } from "../../server/db/sql.ts";
import { SqliteDb } from "../../server/db/sqlite/sqlite.ts";
import { faultsOf } from "../../server/doctor/doctor.ts";
import { mention } from "../../server/notices/notices.sql.ts";
import { appendAudit, auditEntries } from "../../server/people/audit.sql.ts";
import { deleteKey, insertKey, keyById } from "../../server/people/keys.sql.ts";
import { closeSession, openSession, sessionByToken } from "../../server/people/sessions.sql.ts";
import { deleteUser, insertUser, updateUserColumns, userByName } from "../../server/people/users.sql.ts";
import { insertProject, projectById } from "../../server/projects/projects.sql.ts";
import { callerWith } from "../access/access-scenario.ts";
import { runCommand } from "../support/run-command.ts";
import { runProgram } from "../support/run-program.ts";
import { type Service, startService } from "../support/start-service.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { until } from "../support/until.ts";
import { Receiver } from "../webhooks/start-receiver.ts";

const root = temporaryFolder();
const dataDir = join(root, "data");
const saved = join(root, "catalog.backup");
const hooks = (...args: string[]) => runCommand(webhooks, args, { DATA_DIR: dataDir });

/** Works on the file directly, while the service runs. */
async function inCatalog<T>(work: (db: SqliteDb) => Promise<T>, folder = dataDir): Promise<T> {
  mkdirSync(folder, { recursive: true });
  const db = new SqliteDb(join(folder, "catalog.db"));
  try {
    return await work(db);
  } finally {
    await db.close();
  }
}

const now = Date.now();
const addUser = (name: string, project?: string) =>
  inCatalog((db) =>
    db.write((tx) =>
      insertUser(
        tx,
        {
          name,
          displayName: name,
          passwordHash: "first",
          providerSubject: null,
          grants: [{ role: "viewer", ...(project ? { project } : {}) }],
        },
        now,
      ),
    ),
  );
const addKey = (name: string, project?: string) =>
  inCatalog((db) =>
    db.write((tx) =>
      insertKey(
        tx,
        { name, grants: [{ role: "viewer", ...(project ? { project } : {}) }], expiresAt: null, createdBy: "test" },
        now,
      ),
    ),
  );
const addSession = (userKey: number) =>
  inCatalog((db) => db.write((tx) => openSession(tx, userKey, { address: "", userAgent: "" }, now)));

const addView = (name: string, holderKind: string, holderKey: number, shared: number) =>
  inCatalog((db) =>
    db.write((tx) =>
      tx.run(
        sql`insert into views (id, project_key, holder_kind, holder_key, owner, shared, name, query, columns, created_at,
            changed_at)
          values (${name}, 1, ${holderKind}, ${holderKey}, '', ${shared}, ${name}, '{}', '[]', 0, 0)`,
      ),
    ),
  );

const addNotice = (userKey: number) =>
  inCatalog((db) =>
    db.write((tx) =>
      mention(tx, { itemKey: 1, commentId: "c" }, userKey, { changeSeq: 1, actor: "anna", at: now, isOwn: false }),
    ),
  );

const withKey = (secret: string) => callerWith(service.url, { authorization: `Bearer ${secret}` });
const withSession = (token: string) => callerWith(service.url, { cookie: `catalog-session=${token}` });
const status = async ({ send }: ReturnType<typeof callerWith>) => (await send("/api/projects")).status;
const webhookId = (output: string) => /webhook (\w+)\./.exec(output)?.[1] ?? "";
const secretIn = (output: string) => /whsec_\S+/.exec(output)?.[0] ?? "";

let service: Service;
beforeAll(async () => {
  await inCatalog((db) => db.write((tx) => insertProject(tx, "shop", "shop", "Shop")));
  await addUser("anna");
  service = await startService({ DATA_DIR: dataDir, ACCESS: "required" });
});
afterAll(async () => {
  await service.stop();
});

describe("a restore while the service runs", () => {
  let output = "";
  let before: Awaited<ReturnType<typeof setUp>>;
  let since: Awaited<ReturnType<typeof change>>;

  async function setUp() {
    const revoked = await addKey("revoked later");
    const kept = await addKey("kept", "shop");
    const boris = await addUser("boris");
    const clara = await addUser("clara");
    const sessions = { ended: await addSession(boris.key), open: await addSession(boris.key) };
    await addView("private", "user", clara.key, 0);
    await addView("private of a key", "key", revoked.row.key, 0);
    await addView("shared", "user", clara.key, 1);
    await addView("of boris", "user", boris.key, 0);
    await addNotice(clara.key);
    await addNotice(boris.key);
    const removedHook = webhookId((await hooks("add", "shop", "https://example.com/removed")).output);
    const added = (await hooks("add", "shop", "https://example.com/rotated")).output;
    return { revoked, kept, boris, clara, sessions, removedHook, rotatedHook: webhookId(added) };
  }

  /** What an administrator revokes and deletes after the backup, and what they add. */
  async function change() {
    await inCatalog(async (db) => {
      await db.write(async (tx) => {
        await deleteKey(tx, await keyById(tx, before.revoked.row.id));
        const subject = `key:${before.revoked.row.id}`;
        await appendAudit(tx, { event: "key_revoked", actor: "anna", subject, address: "" }, now);
        const session = await sessionByToken(tx, before.sessions.ended, now);
        await closeSession(tx, session?.key ?? 0);
        await updateUserColumns(tx, before.boris.key, { password_hash: "second" });
        await tx.run(sql`delete from grants where holder_kind = 'user' and holder_key = ${before.boris.key}`);
        await deleteUser(tx, before.clara);
        await insertProject(tx, "later", "later", "Later");
      });
    });
    await hooks("remove", before.removedHook);
    const rotated = secretIn((await hooks("rotate", before.rotatedHook)).output);
    const laterHook = webhookId((await hooks("add", "later", "https://example.com/later")).output);
    return { rotated, laterHook, key: await addKey("made later"), ofLater: await addKey("of later", "later") };
  }

  beforeAll(async () => {
    before = await setUp();
    expect((await runCommand(backup, [saved], { DATA_DIR: dataDir })).code).toBe(0);
    since = await change();
    const restored = await runProgram("cli.ts", ["restore", saved], { DATA_DIR: dataDir });
    expect(restored.code).toBe(0);
    output = restored.output;
  });

  test("does not restore revoked keys, ended sessions, old passwords, old grants or deleted users", async () => {
    expect(await status(withKey(before.revoked.secret))).toBe(401);
    expect(await status(withSession(before.sessions.ended))).toBe(401);
    await inCatalog((db) =>
      db.read(async (reader) => {
        expect(await userByName(reader, "boris")).toMatchObject({ password_hash: "second" });
        expect(await heldGrants(reader, "user", before.boris.key)).toEqual([]);
        expect(await userByName(reader, "clara")).toBeUndefined();
      }),
    );
  });

  test("restores views, except private ones of removed users and keys", async () => {
    const views = await inCatalog((db) => db.single.all<{ name: string }>(sql`select name from views order by key`));
    expect(views.map(({ name }) => name)).toEqual(["shared", "of boris"]);
  });

  test("restores mentions and notices, except those of removed users", async () => {
    const holders = (table: string) =>
      inCatalog((db) => db.single.all<{ user_key: number }>(composed(`select user_key from ${table}`, [])));
    for (const table of ["mentions", "notices"]) expect(await holders(table)).toEqual([{ user_key: before.boris.key }]);
  });

  test("keeps valid keys and sessions from before and after the backup", async () => {
    for (const { secret } of [before.kept, since.key]) expect(await status(withKey(secret))).toBe(200);
    expect(await status(withSession(before.sessions.open))).toBe(200);
  });

  test("leaves webhooks as they are: removed ones stay removed, and replaced secrets sign nothing", async () => {
    const listed = (await hooks("list")).output;
    expect(listed).not.toContain("https://example.com/removed");
    expect(listed).toContain("https://example.com/rotated");
    expect(since.rotated).toStartWith("whsec_");
    await inCatalog(async (db) => {
      const rows = await db.single.all(
        sql`select id from webhooks where previous_secret is not null and id = ${before.rotatedHook}`,
      );
      expect(rows).toHaveLength(1);
    });
  });

  test("keeps the audit log, and records the restore in it", async () => {
    const entries = await inCatalog((db) => db.read((reader) => auditEntries(reader, { limit: 100 })));
    expect(entries[0]).toMatchObject({
      event: "catalog_restored",
      actor: "command line",
      subject: saved,
      detail: { access: "kept", webhooks: "kept" },
    });
    expect(entries.map(({ subject }) => subject)).toContain(`key:${before.revoked.row.id}`);
  });

  test("removes the grants and webhooks of a project that the backup does not have", async () => {
    await inCatalog(async (db) => {
      expect(await db.read((reader) => projectById(reader, "later"))).toBeUndefined();
      expect(await db.read((reader) => heldGrants(reader, "key", since.ofLater.row.key))).toEqual([]);
      expect(await db.single.all(sql`select id from webhooks where id = ${since.laterHook}`)).toEqual([]);
      // A new project does not get the number of the removed one.
      await db.write((tx) => insertProject(tx, "next", "next", "Next"));
      const numbers = await db.single.all<{ key: number }>(sql`select key from projects order by key`);
      expect(numbers).toEqual([{ key: 1 }, { key: 3 }]);
      expect(await db.read(faultsOf)).toEqual([]);
    });
  });

  test("reports all of this", () => {
    expect(output).toContain(`is now as it was in ${saved}`);
    expect(output).toContain("People, keys, sessions and the audit log are not changed");
    expect(output).toContain("Webhooks are not changed");
    expect(output).toContain("Removed 1 grant and 1 webhook of projects that the backup does not have");
  });
});

test("a restore into a new catalog restores users and keys, ends every session, and says what to check", async () => {
  const folder = join(root, "new");
  // Its first project has the same number as the one in the backup, but is a different project.
  await inCatalog((db) => db.write((tx) => insertProject(tx, "another", "another", "Another")), folder);
  const { code, output } = await runCommand(restore, [saved], { DATA_DIR: folder });
  expect(code).toBe(0);
  expect(output).toContain("People and keys are those of the backup");
  expect(output).toContain("npx catalog keys list");
  expect(output).toContain("Everyone has to sign in again");
  expect(output).toContain("Webhooks are those of the backup");
  await inCatalog(async (db) => {
    expect(await db.single.all(sql`select name from users order by key`)).toEqual([
      { name: "anna" },
      { name: "boris" },
      { name: "clara" },
    ]);
    expect(await db.single.all(sql`select name from api_keys order by key`)).toEqual([
      { name: "revoked later" },
      { name: "kept" },
    ]);
    expect(await db.single.all(sql`select id from sessions`)).toEqual([]);
    expect(await db.read((reader) => heldGrants(reader, "key", 2))).toMatchObject([{ project_key: 1 }]);
    expect(await db.single.all(sql`select id from webhooks`)).toHaveLength(2);
    const [entry] = await db.read((reader) => auditEntries(reader, { limit: 1 }));
    expect(entry).toMatchObject({ event: "catalog_restored", detail: { access: "of the backup" } });
  }, folder);
});

test("a catalog whose last key was revoked gets no keys back", async () => {
  const folder = join(root, "one-key");
  const file = join(root, "one-key.backup");
  const run = (command: Command, ...args: string[]) => runCommand(command, args, { DATA_DIR: folder });
  await inCatalog((db) => db.write((tx) => insertProject(tx, "shop", "shop", "Shop")), folder);
  const id = /key (\w+),/.exec((await run(keys, "add", "only", "--role", "viewer")).output)?.[1] ?? "";
  await run(backup, file);
  expect((await run(keys, "revoke", id)).code).toBe(0);
  await inCatalog((db) => db.write((tx) => tx.run(sql`delete from audit`)), folder);
  expect((await run(restore, file)).code).toBe(0);
  expect((await run(keys, "list")).output).toBe("");
});

test("a webhook continues after a restore with later changes, with the same secret, and misses nothing", async () => {
  const receiver = await Receiver.start();
  const settings = { WEBHOOK_ALLOW: `127.0.0.1:${receiver.port}`, DATA_DIR: join(root, "told"), SEED: "demo" };
  const own = await startService(settings);
  const file = join(root, "told.backup");
  const run = (command: Command, ...args: string[]) => runCommand(command, args, settings);
  const names = () => receiver.messages().map(({ data }) => data.after.name as string);
  try {
    const api = createClient(own.url);
    const projectId = (await api.listProjects()).data[0]?.id ?? "";
    const make = (name: string) => api.createCategory({ params: { projectId }, body: { name } });
    const id = webhookId((await run(webhooks, "add", projectId, receiver.url, "category.created")).output);
    expect((await run(backup, file)).code).toBe(0);
    const secret = secretIn((await run(webhooks, "rotate", id)).output);
    await make("Before");
    await until(() => names().includes("Before"), "the change before the restore arrives");
    expect((await run(restore, file)).code).toBe(0);
    await make("After");
    await until(() => names().includes("After"), "the change after the restore arrives");
    // Each change at least once, and nothing else.
    expect([...new Set(names())]).toEqual(["Before", "After"]);
    const { body, headers } = receiver.received().at(-1) ?? { body: "", headers: {} };
    expect(() => new Webhook(secret).verify(body, headers)).not.toThrow();
  } finally {
    expect(await own.stop()).toBe(0);
    await receiver.stop();
  }
  expect(own.output()).not.toContain("missed changes");
});
