import { afterAll, beforeAll, expect, test } from "bun:test";
import { chownSync, readdirSync, writeFileSync } from "node:fs";
import { userInfo } from "node:os";
import { join } from "node:path";
import postgres from "postgres";
import { PostgresServer } from "../support/postgres-server.ts";
import { startService } from "../support/start-service.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

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
  const fresh = ["-newkey", "rsa:2048", "-nodes"];
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

async function connectionsOf(settings: Record<string, string>): Promise<boolean[]> {
  const service = await startService(settings);
  const outside = postgres(server.url(), { max: 1 });
  expect((await fetch(`${service.url}/api/projects`)).status).toBe(200);
  const rows = await outside.unsafe(
    "select s.ssl from pg_stat_ssl s join pg_stat_activity a on a.pid = s.pid where a.application_name = 'catalog'",
  );
  await outside.end();
  await service.stop();
  return [...new Set(rows.map(({ ssl }) => ssl))];
}

withOpenssl("sslmode=require encrypts every connection, with any certificate", async () => {
  expect(await connectionsOf({ DATABASE_URL: url("127.0.0.1", "require") })).toEqual([true]);
  expect(await connectionsOf({ DATABASE_URL: url("127.0.0.1", "disable") })).toEqual([false]);
});

withOpenssl("sslmode=verify-full requires a certificate from a known authority for the host in the URL", async () => {
  const known = { NODE_EXTRA_CA_CERTS: join(folder, "ca.crt") };
  expect(await connectionsOf({ DATABASE_URL: url("localhost", "verify-full"), ...known })).toEqual([true]);
  const unknown = startService({ DATABASE_URL: url("localhost", "verify-full") });
  await expect(unknown).rejects.toThrow("cannot be used: unable to verify the first certificate");
  const otherName = startService({ DATABASE_URL: url("127.0.0.1", "verify-full"), ...known });
  await expect(otherName).rejects.toThrow("does not match certificate's altnames");
});
