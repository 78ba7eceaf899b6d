import { afterAll, beforeAll, expect, test } from "bun:test";
import { chownSync, readdirSync, writeFileSync } from "node:fs";
import { userInfo } from "node:os";
import { join } from "node:path";
import { openDb } from "../../server/db/open.ts";
import { PostgresDb } from "../../server/db/postgres/postgres.ts";
import { sql } from "../../server/db/sql.ts";
import { PostgresServer } from "../support/postgres-server.ts";
import { startService } from "../support/start-service.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { until } from "../support/until.ts";
import { settingsFor } from "./fresh-database.ts";

/** The certificates are made with openssl; without it the tests are skipped. */
const withOpenssl = test.skipIf(Bun.which("openssl") === null);

let folder: string;
let server: PostgresServer;

function openssl(...args: string[]): void {
  const { exitCode, stderr } = Bun.spawnSync(["openssl", ...args], { cwd: folder });
  if (exitCode !== 0) throw new Error(stderr.toString());
}

beforeAll(async () => {
  if (Bun.which("openssl") === null) return;
  folder = temporaryFolder();
  const fresh = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"];
  openssl("req", "-x509", ...fresh, "-days", "2", "-keyout", "ca.key", "-out", "ca.crt", "-subj", "/CN=Trial");
  openssl("req", ...fresh, "-keyout", "server.key", "-out", "server.csr", "-subj", "/CN=localhost");
  writeFileSync(join(folder, "names"), "subjectAltName=DNS:localhost");
  const signed = ["-CA", "ca.crt", "-CAkey", "ca.key", "-CAcreateserial", "-days", "2", "-extfile", "names"];
  openssl("x509", "-req", "-in", "server.csr", ...signed, "-out", "server.crt");
  // Root runs the server as the user nobody, who must be able to read its key.
  if (userInfo().uid === 0)
    for (const file of ["", ...readdirSync(folder)]) chownSync(join(folder, file), 65_534, 65_534);
  server = await PostgresServer.create({
    fsync: "off",
    ssl: "on",
    ssl_cert_file: join(folder, "server.crt"),
    ssl_key_file: join(folder, "server.key"),
  });
  await server.start();
});

afterAll(() => server?.remove());

const url = (host: string, mode: string) => `${server.url().replace("127.0.0.1", host)}?sslmode=${mode}`;

/** Whether the connections of the service are encrypted. */
async function areEncrypted(): Promise<boolean[]> {
  const rows = await server.query(
    "select distinct s.ssl from pg_stat_ssl s join pg_stat_activity a on a.pid = s.pid where a.application_name = 'catalog'",
  );
  return rows.map(({ ssl }) => ssl as boolean);
}

async function encryptedIn(mode: string): Promise<boolean[]> {
  const db = await PostgresDb.open(settingsFor(url("127.0.0.1", mode)));
  try {
    await db.read((reader) => reader.all(sql`select id from projects`));
    return await areEncrypted();
  } finally {
    await db.close();
    await until(async () => (await areEncrypted()).length === 0, "its connections are closed");
  }
}

withOpenssl("sslmode=require encrypts every connection, with any certificate", async () => {
  expect(await encryptedIn("require")).toEqual([true]);
  expect(await encryptedIn("disable")).toEqual([false]);
});

withOpenssl("sslmode=verify-full requires a certificate from a known authority for the host in the URL", async () => {
  // The authority has to be known when a process starts.
  const known = { NODE_EXTRA_CA_CERTS: join(folder, "ca.crt") };
  const service = await startService({ DATABASE_URL: url("localhost", "verify-full"), ...known });
  expect((await fetch(`${service.url}/api/projects`)).status).toBe(200);
  expect(await areEncrypted()).toEqual([true]);
  await service.stop();
  const unknown = openDb({ postgres: settingsFor(url("localhost", "verify-full")), databaseFile: "" });
  await expect(unknown).rejects.toThrow("cannot be used: unable to verify the first certificate");
  const otherName = startService({ DATABASE_URL: url("127.0.0.1", "verify-full"), ...known });
  await expect(otherName).rejects.toThrow("does not match certificate's altnames");
});
