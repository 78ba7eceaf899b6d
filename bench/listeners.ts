import { mkdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { createClient } from "../contract/client.ts";
import { eventsPath } from "../contract/live.ts";
import { type Service, startService } from "../test/support/start-service.ts";
import { spreadOf } from "./in-turns.ts";
import { cpuMicroseconds, residentMb } from "./processes.ts";
import type { Line } from "./report.ts";

const atOnce = 250;
const changes = 20;
const rounds = 3;
const settleMs = 3_000;
const slowOnes = 30;
const vanishing = { before: 4, counted: 16, each: 500 };
const bars = { memoryMb: 500, latencyMs: 1_000, slowMb: 120, vanishedMb: 40 };

type Socket = Awaited<ReturnType<typeof Bun.connect>>;

/** Counts the events on plain sockets: an EventSource would need more CPU time than the service. */
class Audience {
  readonly #sockets: Socket[] = [];
  readonly #url: string;
  readonly #path: string;
  readonly #takes: boolean;
  #ready = 0;
  #received = 0;

  /** With `takes` false, the clients stop reading after the first data. */
  constructor(url: string, path: string, takes = true) {
    this.#url = url;
    this.#path = path;
    this.#takes = takes;
  }

  async open(wanted: number): Promise<void> {
    const { hostname, port, host } = new URL(this.#url);
    const open = (place: number) => {
      // One address may have a hundred streams.
      const from = `2001:db8:0:${Math.floor(place / 100).toString(16)}::1`;
      const request = `GET ${this.#path} HTTP/1.1\r\nhost: ${host}\r\nx-forwarded-for: ${from}\r\n\r\n`;
      return Bun.connect({
        hostname,
        port: Number(port),
        socket: {
          open: (socket) => void socket.write(request),
          data: (socket, bytes) => {
            if (bytes.includes("event: ready")) this.#ready++;
            if (bytes.includes("event: change")) this.#received++;
            if (!this.#takes) socket.pause();
          },
        },
      });
    };
    while (this.#sockets.length < wanted) {
      const there = this.#sockets.length;
      const step = Math.min(atOnce, wanted - there);
      this.#sockets.push(...(await Promise.all(Array.from({ length: step }, (_, i) => open(there + i)))));
      while (this.#ready < this.#sockets.length) await Bun.sleep(1);
    }
  }

  /** Milliseconds from the call of `change` until every client has its event. */
  async timeUntilAll(change: () => Promise<unknown>): Promise<number> {
    this.#received = 0;
    const started = performance.now();
    await change();
    while (this.#received < this.#sockets.length) {
      if (performance.now() - started > 30_000)
        throw new Error(`Only ${this.#received} of ${this.#sockets.length} clients got the event.`);
      await Bun.sleep(1);
    }
    return performance.now() - started;
  }

  vanish(): void {
    for (const socket of this.#sockets) socket.terminate();
    this.#sockets.length = 0;
    this.#ready = 0;
  }
}

/** Each listener is an open file here and in the service. Bun raises its soft limit to the hard limit at startup. */
function refuseTooFewFiles(wanted: number): void {
  if (process.platform !== "linux") return;
  const allowed = Number(/Max open files\s+(\d+)/.exec(readFileSync("/proc/self/limits", "utf8"))?.[1]);
  if (allowed < wanted) {
    throw new Error(`Only ${allowed} files may be open, and ${wanted} are needed. Raise the hard limit: ulimit -Hn`);
  }
}

type Bench = { service: Service; path: string; leaf: string; categoryId: string };

/** The listeners of one node: many idle ones, some that do not read, and some that disconnect abruptly. */
export async function listeners(folder: string, count: number, say: (words: string) => void): Promise<Line[]> {
  refuseTooFewFiles(count + 200);
  const lines: Line[] = [];
  for (const measure of [
    (bench: Bench) => idle(bench, count),
    (bench: Bench) => slow(bench),
    (bench: Bench) => vanished(bench),
  ]) {
    const dataDir = join(folder, "listeners");
    mkdirSync(dataDir);
    const service = await startService({ DATA_DIR: dataDir, SEED: "demo", TRUSTED_PROXIES: "1" });
    const api = createClient(service.url);
    const projectId = (await api.listProjects()).data[0]?.id ?? "";
    const categoryId = (await api.createCategory({ params: { projectId }, body: { name: "Bench" } })).data.id;
    const leaf = (await api.createSubcategory({ params: { categoryId }, body: { name: "Bench" } })).data.id;
    lines.push(...(await measure({ service, path: eventsPath(projectId), leaf, categoryId })));
    say(lines.at(-1)?.work ?? "");
    await service.stop();
    rmSync(dataDir, { recursive: true });
  }
  return lines;
}

async function idle({ service, path, categoryId }: Bench, count: number): Promise<Line[]> {
  const api = createClient(service.url);
  const before = residentMb(service.pid);
  const audience = new Audience(service.url, path);
  const full: number[] = [];
  const left: number[] = [];
  const times: number[] = [];
  const usedMs: number[] = [];
  for (let round = 1; round <= rounds; round++) {
    await audience.open(count);
    await Bun.sleep(settleMs);
    full.push(residentMb(service.pid));
    const usedBefore = cpuMicroseconds(service.pid);
    for (let i = 0; i < changes; i++) {
      const priority = round * 1_000 + i;
      const change = () => api.updateCategory({ params: { categoryId }, body: { priority } });
      times.push(await audience.timeUntilAll(change));
    }
    usedMs.push((cpuMicroseconds(service.pid) - usedBefore) / 1_000 / changes);
    audience.vanish();
    await Bun.sleep(settleMs);
    left.push(residentMb(service.pid));
  }
  const all = count.toLocaleString("en");
  return [
    {
      work: `memory, ${all} idle listeners`,
      bar: { value: bars.memoryMb, kind: "at most" },
      figure: spreadOf(full),
      unit: "MB",
      details: `resident; ${Math.round(before)} MB without any, median of ${rounds}`,
    },
    {
      work: `a change reaches all ${all}`,
      bar: { value: bars.latencyMs, kind: "at most" },
      figure: spreadOf(times),
      unit: "ms",
      details: `median of ${times.length}; ${Math.round(spreadOf(usedMs).median)} ms of CPU time each`,
    },
    {
      work: "memory, after all disconnected at once",
      bar: undefined,
      figure: spreadOf(left),
      unit: "MB",
      details: "resident",
    },
  ];
}

/** Sends more than a socket buffer to clients that do not read. A copy of all of it for each would be 270 MB. */
async function slow({ service, path, leaf }: Bench): Promise<Line[]> {
  const api = createClient(service.url);
  const stuck = new Audience(service.url, path, false);
  await stuck.open(slowOnes);
  const before = residentMb(service.pid);
  const body = { name: "Item", simpleDescription: "z".repeat(15_000) };
  for (let i = 0; i < 60; i++) {
    await Promise.all(Array.from({ length: 10 }, () => api.createItem({ params: { subcategoryId: leaf }, body })));
  }
  // Soon enough that no listener has been dropped yet.
  await Bun.sleep(settleMs);
  const grown = residentMb(service.pid) - before;
  stuck.vanish();
  return [
    {
      work: `memory, ${slowOnes} listeners that do not read`,
      bar: { value: bars.slowMb, kind: "at most" },
      figure: spreadOf([grown]),
      unit: "MB more",
      details: "resident, after 600 changes of 15 kB, before they are dropped",
    },
  ];
}

async function vanished({ service, path }: Bench): Promise<Line[]> {
  const audience = new Audience(service.url, path);
  const round = async () => {
    await audience.open(vanishing.each);
    audience.vanish();
  };
  for (let i = 0; i < vanishing.before; i++) await round();
  await Bun.sleep(settleMs);
  const before = residentMb(service.pid);
  for (let i = 0; i < vanishing.counted; i++) await round();
  await Bun.sleep(settleMs);
  const clients = (vanishing.counted * vanishing.each).toLocaleString("en");
  return [
    {
      work: `memory, after ${clients} abrupt disconnects`,
      bar: { value: bars.vanishedMb, kind: "at most" },
      figure: spreadOf([residentMb(service.pid) - before]),
      unit: "MB more",
      details: `resident, ${vanishing.each} at a time`,
    },
  ];
}
