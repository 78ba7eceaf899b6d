import { createApp } from "./app.ts";
import { BadSettings, type Config, helpText, readConfig } from "./config/config.ts";
import { idleTimeoutSeconds, servedSettings } from "./config/idle-timeout.ts";
import { version } from "./config/version.ts";
import { unfinishedCopyOf } from "./copy/copy-rows.sql.ts";
import { DatabaseUnavailable, type Db, OutcomeUnknown } from "./db/db.ts";
import { fileFault } from "./db/file-fault.ts";
import { NewerDatabase } from "./db/migrate.ts";
import { openDb, UnusableDatabase, unusable } from "./db/open.ts";
import { makePrivateFolder, openToEveryone } from "./db/private-files.ts";
import { SqliteDb } from "./db/sqlite/sqlite.ts";
import { seedDemo } from "./demo/seed-demo.ts";
import { createEditor } from "./editor/editor.ts";
import { newId } from "./http/ids.ts";
import { createLog } from "./http/logger.ts";
import { isLoopback } from "./http/loopback.ts";
import { internal, Problem, problemResponse } from "./http/problem.ts";
import { collectDaily } from "./images/collect.ts";
import { createImages, type Images } from "./images/create-images.ts";
import { watchOtherStores } from "./images/other-stores.ts";
import { storeFault } from "./images/store-fault.ts";
import { isPassing } from "./log/leased-work.ts";
import { GarbageWatch } from "./memory/garbage.ts";
import { fail, sayRunning } from "./process/say.ts";
import { stopOnSignals } from "./process/stop.ts";
import { logStrayWords } from "./process/stray-words.ts";
import type { Sealing } from "./sealing/sealing.ts";
import { sealingAtStart, UnusableKey } from "./sealing/sealing-at-start.ts";
import { accessAtStart, NobodyCanSignIn } from "./sign-in/access-at-start.ts";

/** Every endpoint limits its own body and refuses with a problem; Bun would refuse without one. */
const maxRequestBytes = Number.MAX_SAFE_INTEGER;

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
    return await openDb(config, (words) => log.info(words));
  } catch (error) {
    if (error instanceof NewerDatabase || error instanceof UnusableDatabase) return fail(error.message);
    throw error;
  }
}

/** Ends the start if the database is lost, or cannot be written, between two of its steps. */
async function orFail<T>(step: Promise<T>): Promise<T> {
  try {
    return await step;
  } catch (error) {
    if (error instanceof DatabaseUnavailable) return fail(unusable(db.location, error).message);
    throw error;
  }
}

/** An unfinished copy looks like a whole catalog, and what is written to it would mix with what is not copied yet. */
async function refuseHalfCopied(db: Db): Promise<void> {
  const source = await unfinishedCopyOf(db);
  if (source === undefined) return;
  fail(
    `The database ${db.location} holds a copy of ${source} that is not finished. Wait until it is. If it was ` +
      "interrupted, run npx catalog copy again with the same --from and --to: it continues where it stopped.",
  );
}

/** A bucket may answer later, and everything but pictures works meanwhile. */
function preparedImages(config: Config): Images {
  try {
    const images = createImages(config);
    void storeFault(images.store).then((fault) => fault && log.error(fault));
    return images;
  } catch (error) {
    const fault = fileFault(error);
    if (fault === undefined) throw error;
    return fail(`The folder ${config.dataDir}/images for pictures cannot be used: ${fault}.`);
  }
}

/** Refuses to start on a network address while nobody can sign in. */
async function preparedAccess(config: Config, db: Db) {
  try {
    return await accessAtStart(config, db, db.now());
  } catch (error) {
    if (error instanceof NobodyCanSignIn) return fail(error.message);
    throw error;
  }
}

/** Refuses to start with a key other than that of the stored secrets: no other node could open what it would seal. */
async function preparedSealing(config: Config, db: Db): Promise<Sealing> {
  try {
    const { sealing, made, remnants } = await sealingAtStart(config.sealing, db);
    if (made) log.info(`created the key ${made} for the stored secrets: keep a copy, apart from the backups`);
    if (remnants)
      log.warn(
        "secrets that were stored unencrypted are encrypted now, but the database file still holds remnants of them",
      );
    if (config.sealing.file) warnOfOpenFiles(config.sealing.file);
    return sealing;
  } catch (error) {
    if (error instanceof UnusableKey) return fail(error.message);
    const fault = fileFault(error);
    if (fault !== undefined) return fail(`The key ${config.sealing.file} cannot be used: ${fault}.`);
    throw error;
  }
}

/** Its pictures need a store that works. */
async function seeded(db: Db, images: Images): Promise<boolean> {
  try {
    return await seedDemo(db, images, db.now());
  } catch (error) {
    if (error instanceof Problem) return fail(`The demo catalog cannot be created: ${error.message} Or set SEED=none.`);
    throw error;
  }
}

function warnOfOpenFiles(...files: string[]): void {
  for (const file of openToEveryone(files)) {
    log.warn(
      `everyone on this machine can read ${file}, and with it everything that the service stores: chmod 600 ${file}`,
    );
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
      // Otherwise an error that reaches Bun is answered with a page that shows source lines.
      development: false,
      // Otherwise a second service on this port would get half of the requests, instead of an error.
      reusePort: false,
      error: (err) => {
        const requestId = newId();
        log.error({ requestId, err }, "an answer could not be sent");
        return problemResponse(internal(requestId), requestId);
      },
    });
  } catch (error) {
    const { code, message } = error as { code?: string; message: string };
    if (code === "EADDRINUSE") {
      return fail(`Port ${config.port} is in use. Stop the other program, or choose another port: PORT=8081 npm start`);
    }
    if (code === "EACCES")
      return fail(`This user may not use port ${config.port}. Choose a port above 1023 with PORT.`);
    return fail(`The service cannot listen on ${config.host}:${config.port}: ${message}`);
  }
}

if (process.argv.includes("--version") || process.argv.includes("-v")) {
  process.stdout.write(`${version}
`);
  process.exit(0);
}
if (process.argv.includes("--help") || process.argv.includes("-h")) {
  process.stdout.write(helpText());
  process.exit(0);
}

const [unknown] = process.argv.slice(2);
if (unknown !== undefined) {
  fail(
    `There is no option ${unknown}. Settings are environment variables, as in PORT=8081 npm start. All settings: npm ` +
      "start -- --help",
  );
}

const log = createLog("info", (error) => isPassing(error) && !(error instanceof OutcomeUnknown));
logStrayWords(log);
const config = configured();
log.level = config.logLevel;
const db = await opened(config);
await orFail(refuseHalfCopied(db));
const sealing = await orFail(preparedSealing(config, db));
if (db instanceof SqliteDb) {
  db.checkpointInBackground();
  warnOfOpenFiles(config.databaseFile);
}
const images = preparedImages(config);
const firstUser = await orFail(preparedAccess(config, db));
if (config.seed === "demo" && (await orFail(seeded(db, images)))) log.info("created the demo catalog");
const editor = createEditor({ log });
const app = createApp({ config, db, images, log, sealing, ...(firstUser ? { firstUser } : {}), editor });
const stopCollecting = collectDaily(db, images, config.imageGraceMs, log);
const stopComparing = watchOtherStores(db, images.store, log);
const server = listen(config, app);
const stopWatching = new GarbageWatch().start();
// After the service has started to answer, so that it does not delay the start.
void editor.prepare();
app.startPreparing();

stopOnSignals({
  log,
  delayMs: () => (app.isWatched ? config.stopDelayMs : 0),
  leave: app.leave,
  closeServer: () => server.stop(),
  async closeApp() {
    app.drain();
    stopWatching();
    stopCollecting();
    await Promise.all([app.close(), stopComparing()]);
  },
  closeDb: () => db.close(),
});

const address =
  config.publicUrl ?? `http://${config.host.includes(":") ? `[${config.host}]` : config.host}:${server.port}`;
sayRunning({ address, data: db.location, firstUser: firstUser?.path });
if (config.access === "required" && !address.startsWith("https:") && !isLoopback(config.host)) {
  log.warn(
    "passwords and cookies are sent unencrypted: put the service behind https and set PUBLIC_URL to that address",
  );
}
