import { beforeEach, describe, expect, test } from "bun:test";
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { auditEntries } from "../../server/accounts/audit.sql.ts";
import { insertUser, updateUserColumns } from "../../server/accounts/users.sql.ts";
import { backup } from "../../server/cli/backup.command.ts";
import type { Command } from "../../server/cli/command.ts";
import { doctor } from "../../server/cli/doctor.command.ts";
import { restore } from "../../server/cli/restore.command.ts";
import { secrets } from "../../server/cli/secrets.command.ts";
import { webhooks } from "../../server/cli/webhooks.command.ts";
import { BadSettings, readConfig } from "../../server/config/config.ts";
import { sql } from "../../server/db/sql.ts";
import { SqliteDb } from "../../server/db/sqlite/sqlite.ts";
import { insertProject, projectById } from "../../server/projects/projects.sql.ts";
import { keysIn } from "../../server/sealing/key-file.ts";
import { Sealing } from "../../server/sealing/sealing.ts";
import { sealingAtStart, UnusableKey } from "../../server/sealing/sealing-at-start.ts";
import { storedSecrets } from "../../server/sealing/stored-secrets.sql.ts";
import { createWebhook } from "../../server/webhooks/webhooks.sql.ts";
import { runCommand } from "../support/run-command.ts";
import { refusedStart } from "../support/run-program.ts";
import { startService } from "../support/start-service.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const root = temporaryFolder();

const totp = "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP";
const pending = "KRSXG5CTMVRXEZLUKRSXG5CTMVRXEZLU";
const signing = `whsec_${Buffer.alloc(32, "signing").toString("base64")}`;
const signingBefore = `whsec_${Buffer.alloc(32, "before").toString("base64")}`;
const all = [totp, pending, signing, signingBefore];

let count = 0;
let dataDir: string;
let file: string;
let keyFile: string;
/** A catalog of the previous version: a user with a second step and a webhook, with unsealed secrets. */
beforeEach(async () => {
  dataDir = join(root, String(++count));
  file = join(dataDir, "catalog.db");
  keyFile = `${file}.key`;
  mkdirSync(dataDir);
  await inCatalog(async (db) => {
    await db.write(async (tx) => {
      await insertProject(tx, "shop", "shop", "Shop");
      const named = { name: "anna", displayName: "Anna", providerSubject: null };
      const user = await insertUser(tx, { ...named, passwordHash: "hash", grants: [] }, Date.now());
      await updateUserColumns(tx, user.key, { totp_secret: totp, totp_pending: pending, recovery_codes: '["hash"]' });
      const project = await projectById(tx, "shop");
      const sealing = new Sealing([Buffer.alloc(32)]);
      await createWebhook(tx, project?.key ?? 0, { url: "https://example.com" }, { sealing, now: Date.now() });
      await tx.run(sql`update webhooks set secret = ${signing}, previous_secret = ${signingBefore}`);
    });
  });
});

async function inCatalog<T>(work: (db: SqliteDb) => Promise<T>): Promise<T> {
  const db = new SqliteDb(file);
  try {
    return await work(db);
  } finally {
    await db.close();
  }
}

type Settings = Record<string, string>;
const withFolder = (settings: Settings = {}) => ({ DATA_DIR: dataDir, ...settings });
const cli = (command: Command, ...args: string[]) => runCommand(command, args, withFolder());

/** What a start does with the key and the secrets, without the rest of the service. */
const started = async (settings?: Settings) => {
  const { sealing } = readConfig(withFolder(settings));
  await inCatalog((db) => sealingAtStart(sealing, db));
};

/** The words with which a start refuses these settings. */
async function refusal(settings?: Settings): Promise<string> {
  const error = await started(settings).then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  expect(error instanceof UnusableKey || error instanceof BadSettings).toBe(true);
  return (error as Error).message;
}

const stored = () => inCatalog((db) => db.read(storedSecrets));

/** The stored secrets, opened with this key. */
async function opened(key: string): Promise<string[]> {
  const sealing = new Sealing(keysIn(key) ?? []);
  return (await stored()).map(({ stored, owner }) => sealing.open(stored, owner));
}

const contents = () =>
  readdirSync(dataDir)
    .filter((name) => name.startsWith("catalog.db"))
    .map((name) => readFileSync(join(dataDir, name), "latin1"))
    .join("");

describe("unsealed secrets", () => {
  test("are sealed at startup with a new key, and no trace of them stays in the files", async () => {
    for (const secret of all) expect(contents()).toContain(secret);
    const service = await startService({ DATA_DIR: dataDir });
    expect(service.output()).toContain(`created the key ${keyFile}`);
    for (const secret of all) expect(contents()).not.toContain(secret);
    await service.stop();
    for (const secret of all) expect(contents()).not.toContain(secret);
    expect(await opened(readFileSync(keyFile, "utf8"))).toEqual(all);
    const before = await stored();
    await started();
    expect(await stored()).toEqual(before);
  });

  test("are sealed by a command that needs one of them, and by a restore", async () => {
    const clear = join(root, "clear.backup");
    expect((await cli(backup, clear)).output).not.toContain("sealed");
    const [id] = await inCatalog((db) => db.single.all<{ id: string }>(sql`select id from webhooks`));
    expect((await cli(webhooks, "rotate", id?.id ?? "")).output).toContain("whsec_");
    for (const secret of all) expect(contents()).not.toContain(secret);
    for (const path of [file, keyFile]) rmSync(path);
    expect((await cli(restore, clear)).code).toBe(0);
    for (const secret of all) expect(contents()).not.toContain(secret);
    expect(await opened(readFileSync(keyFile, "utf8"))).toEqual(all);
    expect((await cli(backup, join(root, "sealed.backup"))).output).toContain(`keep a copy of ${keyFile}`);
  });
});

const key = (fill: string) => Buffer.alloc(32, fill).toString("base64");
const nameOf = (given: string) => new Sealing(keysIn(given) ?? []).current ?? "";

describe("a start", () => {
  test("without the key of the stored secrets is refused, creates no other key, and works again with the key", async () => {
    await started();
    const name = nameOf(readFileSync(keyFile, "utf8"));
    renameSync(keyFile, join(root, "away"));
    const words = await refusedStart(withFolder());
    expect(words).toContain(`sealed with the key ${name}, and its file ${keyFile} is missing`);
    expect(words).toContain("npx catalog secrets forget");
    expect(existsSync(keyFile)).toBe(false);
    const [id] = await inCatalog((db) => db.single.all<{ id: string }>(sql`select id from webhooks`));
    const rotated = await cli(webhooks, "rotate", id?.id ?? "");
    expect([rotated.code, rotated.output]).toEqual([1, expect.stringContaining("is missing")]);
    expect((await cli(doctor)).output).toBe("No faults found.\n");
    renameSync(join(root, "away"), keyFile);
    await started();
  });

  test("with another key, or without a required key, is refused with a reason", async () => {
    await started({ SECRETS_KEY: key("one") });
    expect(existsSync(keyFile)).toBe(false);
    const other = await refusal({ SECRETS_KEY: key("other") });
    expect(other).toContain(`sealed with the key ${nameOf(key("one"))}, and SECRETS_KEY holds ${nameOf(key("other"))}`);
    expect(await refusal({ SECRETS_KEY: "a password" })).toContain("SECRETS_KEY must be 32 bytes in base64");
    const named = join(root, "named.key");
    expect(await refusal({ SECRETS_KEY_FILE: named })).toContain(`its file ${named} is missing`);
    writeFileSync(named, "a password\n");
    expect(await refusal({ SECRETS_KEY_FILE: named })).toContain(`${named} holds no key`);
    expect(await refusedStart(withFolder({ SECRETS_KEY_FILE: root }))).toContain("it is a folder, not a file");
    expect(await refusal({ SECRETS_KEY_FILE: named, SECRETS_KEY: key("one") })).toContain("are both set");
    writeFileSync(named, `${key("one")}\n`);
    await started({ SECRETS_KEY_FILE: named });
  });

  test("with a new key before the old one seals everything with the new one", async () => {
    await started({ SECRETS_KEY: key("old") });
    await started({ SECRETS_KEY: `${key("new")} ${key("old")}` });
    expect(await opened(key("new"))).toEqual(all);
    await started({ SECRETS_KEY: key("new") });
    expect(await refusal({ SECRETS_KEY: key("old") })).toContain(nameOf(key("new")));
  });

  test("works with a damaged secret, also while the key is replaced", async () => {
    await started({ SECRETS_KEY: key("old") });
    await inCatalog((db) => db.write((tx) => tx.run(sql`update users set totp_pending = totp_pending || 'xxxx'`)));
    await started({ SECRETS_KEY: `${key("new")} ${key("old")}` });
    const names = (await stored()).map(({ column, stored }) => [column, stored.split(":")[1]]);
    expect(names).toEqual([
      ["totp_secret", nameOf(key("new"))],
      ["totp_pending", nameOf(key("old"))],
      ["secret", nameOf(key("new"))],
      ["previous_secret", nameOf(key("new"))],
    ]);
  });
});

describe("a lost key", () => {
  test("can be forgotten, which removes second steps and webhook secrets, but nothing that can still be opened", async () => {
    await started();
    expect((await cli(secrets, "forget")).output).toBe("Every stored secret can be opened.\n");
    expect(await opened(readFileSync(keyFile, "utf8"))).toEqual(all);
    rmSync(keyFile);
    const { code, output } = await cli(secrets, "forget");
    expect(code).toBe(0);
    expect(output).toContain("anna has no second step any more");
    expect(output).toMatch(/webhook \w+ is paused.*npx catalog webhooks rotate/);
    await inCatalog(async (db) => {
      expect(await db.single.all(sql`select totp_secret, totp_pending, recovery_codes from users`)).toEqual([
        { totp_secret: null, totp_pending: null, recovery_codes: "[]" },
      ]);
      expect(await db.single.all(sql`select paused, previous_secret from webhooks`)).toEqual([
        { paused: 1, previous_secret: null },
      ]);
      const [entry] = await db.read((reader) => auditEntries(reader, { limit: 1 }));
      expect(entry).toMatchObject({ event: "second_step_removed", actor: "command line", subject: "anna" });
    });
    expect(await opened(readFileSync(keyFile, "utf8"))).toEqual([expect.stringMatching(/^whsec_/)]);
    await started();
  });

  test("is reported by a restore of secrets that it sealed", async () => {
    await started();
    const name = nameOf(readFileSync(keyFile, "utf8"));
    const made = join(root, "lost.backup");
    expect((await cli(backup, made)).code).toBe(0);
    for (const path of [file, keyFile]) rmSync(path);
    const { code, output } = await cli(restore, made);
    expect(code).toBe(0);
    expect(output).toContain(`sealed with the key ${name}, and its file ${keyFile} is missing`);
  });
});
