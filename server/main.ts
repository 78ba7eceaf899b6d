import { accessAtStart, NobodyCanSignIn } from "./accounts/access-at-start.ts";
import { createApp } from "./app.ts";
import { BadSettings, type Config, helpText, readConfig } from "./config/config.ts";
import { idleTimeoutSeconds, servedSettings } from "./config/idle-timeout.ts";
import { unfinishedCopyOf } from "./copy/copy-rows.sql.ts";
import type { Db } from "./db/db.ts";
import { fileFault } from "./db/file-fault.ts";
import { NewerDatabase } from "./db/migrate.ts";
import { openDb, UnusableDatabase } from "./db/open.ts";
import { makePrivateFolder, openToEveryone } from "./db/private-files.ts";
import { SqliteDb } from "./db/sqlite/sqlite.ts";
import { seedDemo } from "./demo/seed-demo.ts";
import { createEditor } from "./editor/editor.ts";
import { createLog, type Log } from "./http/logger.ts";
import { isLoopback } from "./http/loopback.ts";
import { collectDaily } from "./images/collect.ts";
import { createImages } from "./images/create-images.ts";
import { GarbageWatch } from "./memory/garbage.ts";
import type { Sealing } from "./sealing/sealing.ts";
import { sealingAtStart, UnusableKey } from "./sealing/sealing-at-start.ts";

/** Less than the ten seconds that are promised: the end itself takes time too, on a busy machine most of all. */
const stopPatienceMs = 8_000;
/** Every endpoint bounds its own body and refuses with a problem; a refusal here would have no words at all. */
const maxRequestBytes = Number.MAX_SAFE_INTEGER;

function fail(words: string): never {
  process.stderr.write(`${words}\n`);
  process.exit(1);
}

function configured(): Config {
  try {
    const config = readConfig(process.env);
    return { ...config, postgres: config.postgres && servedSettings(config.postgres) };
  } catch (error) {
    if (!(error instanceof BadSettings)) throw error;
    const list = error.faults.map((fault) => `  - ${fault}`).join("\n");
    return fail(`The service cannot start with these settings:\n${list}\nAll settings: npm start -- --help`);
  }
}

function makeFolder(folder: string): void {
  try {
    makePrivateFolder(folder);
  } catch (error) {
    const fault = fileFault(error) ?? (error as Error).message;
    fail(`The data folder ${folder} cannot be used: ${fault}. Choose another with DATA_DIR.`);
  }
}

async function opened(config: Config): Promise<Db> {
  makeFolder(config.dataDir);
  try {
    return await openDb(config);
  } catch (error) {
    if (error instanceof NewerDatabase || error instanceof UnusableDatabase) return fail(error.message);
    throw error;
  }
}

/** A part of a catalog looks like a whole one, and whatever is written to it could not be told from what is still to come. */
async function refuseHalfCopied(db: Db): Promise<void> {
  const source = await unfinishedCopyOf(db);
  if (source === undefined) return;
  fail(
    `The database ${db.location} holds a copy of ${source} that is not finished. Wait until it is, or if it was cut off ` +
      "run npx catalog copy again with the same --from and --to: it goes on where it was.",
  );
}

/** Refuses to face a network that nobody could sign in from. */
async function preparedAccess(config: Config, db: Db) {
  try {
    return await accessAtStart(config, db, db.now());
  } catch (error) {
    if (error instanceof NobodyCanSignIn) return fail(error.message);
    throw error;
  }
}

/** Refuses to start with another key than that of the stored secrets: what it sealed would be lost to all others. */
async function preparedSealing(config: Config, db: Db): Promise<Sealing> {
  try {
    const { sealing, made, remnants } = await sealingAtStart(config.sealing, db);
    if (made) log.info(`made the key ${made}, which opens the stored secrets: keep a copy, apart from the backups`);
    if (remnants)
      log.warn("secrets that were stored in clear are sealed now, but the file still holds remnants of them");
    if (config.sealing.file) warnOfOpenFiles(config.sealing.file);
    return sealing;
  } catch (error) {
    if (error instanceof UnusableKey) return fail(error.message);
    const fault = fileFault(error);
    if (fault !== undefined) return fail(`The key ${config.sealing.file} cannot be used: ${fault}.`);
    throw error;
  }
}

function warnOfOpenFiles(...files: string[]): void {
  for (const file of openToEveryone(files)) {
    log.warn(`everyone on this machine can read ${file}, and with it all that the service keeps: chmod 600 ${file}`);
  }
}

function listen(config: Config, app: ReturnType<typeof createApp>) {
  try {
    return Bun.serve({
      hostname: config.host,
      port: config.port,
      maxRequestBodySize: maxRequestBytes,
      idleTimeout: idleTimeoutSeconds(config.postgres),
      fetch: app.fetch,
    });
  } catch (error) {
    const { code, message } = error as { code?: string; message: string };
    if (code === "EADDRINUSE") {
      return fail(`Port ${config.port} is in use. Stop the other program, or choose another port: PORT=8081 npm start`);
    }
    if (code === "EACCES")
      return fail(`Port ${config.port} may not be used by this user. Choose one above 1023 with PORT.`);
    return fail(`The service cannot listen on ${config.host}:${config.port}: ${message}`);
  }
}

/** In-flight requests finish, new ones are refused, and the process ends on its own within ten seconds. */
function stopOn(signals: NodeJS.Signals[], stop: () => Promise<void>, log: Log): void {
  let stopping = false;
  for (const signal of signals) {
    process.on(signal, () => {
      if (stopping) return;
      stopping = true;
      log.info({ signal }, "stopping");
      setTimeout(() => process.exit(0), stopPatienceMs).unref();
      stop().then(
        () => process.exit(0),
        (error) => {
          log.error({ err: error }, "the stop failed");
          process.exit(1);
        },
      );
    });
  }
}

if (process.argv.includes("--help") || process.argv.includes("-h")) {
  process.stdout.write(helpText());
  process.exit(0);
}

const config = configured();
const log = createLog(config.logLevel);
const db = await opened(config);
await refuseHalfCopied(db);
const sealing = await preparedSealing(config, db);
if (db instanceof SqliteDb) {
  db.checkpointInBackground();
  warnOfOpenFiles(config.databaseFile);
}
const images = createImages(config);
const firstUser = await preparedAccess(config, db);
if (config.seed === "demo" && (await seedDemo(db, images, db.now()))) log.info("made the demo catalog");
const editor = createEditor({ log });
const app = createApp({ config, db, images, log, sealing, ...(firstUser ? { firstUser } : {}), editor });
const stopCollecting = collectDaily(db, images, config.imageGraceMs, log);
const server = listen(config, app);
const stopWatching = new GarbageWatch().start();
// After the service answers, so that its start is no longer for it.
void editor.prepare();

stopOn(
  ["SIGTERM", "SIGINT"],
  async () => {
    app.drain();
    stopWatching();
    stopCollecting();
    await app.close();
    // Resolves when the last answer is sent; idle connections do not hold it.
    await server.stop();
    await db.close();
  },
  log,
);

const address =
  config.publicUrl ?? `http://${config.host.includes(":") ? `[${config.host}]` : config.host}:${server.port}`;
process.stdout.write(`
  Catalog Backoffice is running.

  Editor         ${address}/
  API            ${address}/api/projects
  API reference  ${address}/docs
  Data           ${db.location}
${firstUser ? `\n  First user     ${address}${firstUser.path}\n                 opens once, until someone has signed up with it\n` : ""}
`);
if (config.access === "required" && !address.startsWith("https:") && !isLoopback(config.host)) {
  log.warn("passwords and cookies travel unencrypted: put the service behind https and set PUBLIC_URL to that address");
}
