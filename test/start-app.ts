import { rmSync } from "node:fs";
import { join } from "node:path";
import { type CatalogClient, createClient } from "../contract/client.ts";
import { createApp } from "../server/app.ts";
import type { Db } from "../server/db/db.ts";
import { PostgresDb } from "../server/db/postgres/postgres.ts";
import { SqliteDb } from "../server/db/sqlite/sqlite.ts";
import { faultsOf } from "../server/doctor/doctor.ts";
import { type Clock, systemClock } from "../server/http/clock.ts";
import { createLog, type Log } from "../server/http/logger.ts";
import { createImages, type ImageParts, type Images } from "../server/images/create-images.ts";
import { insertProject } from "../server/projects/projects.sql.ts";
import type { Sealing } from "../server/sealing/sealing.ts";
import type { FirstUserLink } from "../server/sign-in/first-user.ts";
import { freshDatabase, settingsFor } from "./postgres/fresh-database.ts";
import { temporaryFolder } from "./support/temporary-folder.ts";
import { testSealing } from "./support/test-sealing.ts";

export type TestApp = {
  url: string;
  api: CatalogClient;
  db: Db;
  images: Images;
  /** The same answers, without a network connection. */
  fetch(request: Request): Response | Promise<Response>;
  /** Where the app keeps its files. */
  dataDir: string;
  /** What the service does when it listens; most tests do without. */
  startPreparing(): void;
  /** The faults that the doctor finds; a test expects none. */
  doctor(): Promise<string[]>;
  stop(): Promise<void>;
};

type AppConfig = Parameters<typeof createApp>[0]["config"];

type TestDb = { db: Db; remove(): Promise<void> };

/** SQLite, or PostgreSQL in the second run of `npm test`, which repeats every file that starts the app. */
const testDb = (): Promise<TestDb> => (process.env.TEST_ENGINE === "postgres" ? postgresDb() : sqliteDb());

async function sqliteDb(): Promise<TestDb> {
  const folder = temporaryFolder();
  const db = new SqliteDb(join(folder, "catalog.db"));
  await db.write(async (tx) => {
    await insertProject(tx, "shop", "shop", "Shop");
    await insertProject(tx, "other", "other", "Other");
  });
  return { db, remove: async () => rmSync(folder, { recursive: true }) };
}

async function postgresDb(): Promise<TestDb> {
  const { url, drop } = await freshDatabase();
  return { db: await PostgresDb.open(settingsFor(url)), remove: drop };
}

/** The real app on a real port over a fresh database with two empty projects, `shop` and `other`. */
export async function startApp(
  overrides: Partial<AppConfig> = {},
  more: {
    firstUser?: FirstUserLink;
    clock?: Clock;
    /** For tests that move only the time of day. */
    now?: () => number;
    images?: Partial<ImageParts>;
    sealing?: Sealing;
    database?: TestDb;
    log?: Log;
  } = {},
): Promise<TestApp> {
  const {
    log = createLog("silent"),
    images: imageParts,
    database,
    now = Date.now,
    clock = { ...systemClock, now },
    ...parts
  } = more;
  const { db, remove } = database ?? (await testDb());
  const dataDir = temporaryFolder();
  const images = createImages({
    imageStore: "disk",
    s3: undefined,
    imageBaseUrl: undefined,
    imageFetchAllow: [],
    dataDir,
    ...imageParts,
  });
  const app = createApp({
    config: {
      host: "127.0.0.1",
      dataDir,
      cacheBytes: 16 * 1024 * 1024,
      access: "open",
      firstUserLink: false,
      publicUrl: undefined,
      network: undefined,
      oidc: undefined,
      mail: undefined,
      shopName: undefined,
      corsOrigins: [],
      proxies: 0,
      rateLimits: undefined,
      incoming: { bytesOfOne: 1024 ** 3, bytes: 1024 ** 3 },
      webhooks: { allow: [], timeoutMs: 60_000, retryMs: [50, 100, 200, 400] },
      retention: {
        trashMs: 30 * 86_400_000,
        historyMs: Number.POSITIVE_INFINITY,
        historyBytes: Number.POSITIVE_INFINITY,
        auditMs: Number.POSITIVE_INFINITY,
      },
      ...overrides,
    },
    sealing: testSealing,
    ...parts,
    clock,
    db,
    images,
    log,
  });
  const server = Bun.serve({ hostname: "127.0.0.1", port: 0, idleTimeout: 30, fetch: app.fetch });
  const url = `http://127.0.0.1:${server.port}`;
  return {
    url,
    api: createClient(url),
    db,
    images,
    fetch: (request) => app.fetch(request, server),
    dataDir,
    startPreparing: app.startPreparing,
    doctor: () => db.read(faultsOf),
    async stop() {
      await app.close();
      await server.stop(true);
      await db.close();
      await remove();
      rmSync(dataDir, { recursive: true });
    },
  };
}
