import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createClient } from "../contract/client.ts";
import { eventsPath } from "../contract/live.ts";
import { cpuMicroseconds, residentMb, startService, stopAll } from "./processes.ts";

/**
 * Listeners of one node: what 10,000 idle ones cost, how soon a change is with all of them, and what is left when they
 * all vanish at once.
 *
 *     bun bench/listeners.ts [LISTENERS]
 *
 * Each listener is an open file here and in the service. Bun raises its own soft limit to the hard one on start;
 * where that is too low (`ulimit -Hn`), the run says so and ends.
 */
const count = Number(process.argv[2] ?? 10_000);
const atOnce = 250;
const changes = 20;
const settleMs = 3_000;
const bars = { memoryMb: 500, latencyMs: 1_000 };

type Socket = Awaited<ReturnType<typeof Bun.connect>>;

/** Counts the events that come over plain sockets: a browser's EventSource would cost more than the service. */
class Audience {
  readonly #sockets: Socket[] = [];
  #ready = 0;
  #told = 0;

  async open(url: string, path: string, wanted: number): Promise<void> {
    const { hostname, port, host } = new URL(url);
    const request = `GET ${path} HTTP/1.1\r\nhost: ${host}\r\n\r\n`;
    const open = () =>
      Bun.connect({
        hostname,
        port: Number(port),
        socket: {
          open: (socket) => void socket.write(request),
          data: (_, bytes) => {
            if (bytes.includes("event: ready")) this.#ready++;
            if (bytes.includes("event: change")) this.#told++;
          },
        },
      });
    while (this.#sockets.length < wanted) {
      const step = Math.min(atOnce, wanted - this.#sockets.length);
      this.#sockets.push(...(await Promise.all(Array.from({ length: step }, open))));
      while (this.#ready < this.#sockets.length) await Bun.sleep(1);
    }
  }

  /** Milliseconds from the call of `change` until everyone has heard of it. */
  async hear(change: () => Promise<unknown>): Promise<number> {
    this.#told = 0;
    const started = performance.now();
    await change();
    while (this.#told < this.#sockets.length) {
      if (performance.now() - started > 30_000)
        throw new Error(`Only ${this.#told} of ${this.#sockets.length} heard of it.`);
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

function openFiles(): number {
  if (process.platform !== "linux") return Number.POSITIVE_INFINITY;
  return Number(/Max open files\s+(\d+)/.exec(readFileSync("/proc/self/limits", "utf8"))?.[1]);
}

const say = (words: string) => process.stdout.write(`${words}\n`);
const mb = (value: number) => `${value.toFixed(0)} MB`;

if (openFiles() < count + 200) {
  say(`Only ${openFiles()} files may be open here, and ${count + 200} are needed. Raise the hard limit: ulimit -Hn`);
  process.exit(1);
}

const folder = mkdtempSync(join(tmpdir(), "catalog-bench-listeners-"));
try {
  const service = await startService(folder, { SEED: "demo" });
  const api = createClient(service.url);
  const projectId = (await api.listProjects()).data[0]?.id ?? "";
  const path = eventsPath(projectId);
  const { data: category } = await api.createCategory({ params: { projectId }, body: { name: "Bench" } });
  const bare = residentMb(service.pid);
  say(`${openFiles()} open files allowed; the service without listeners: ${mb(bare)}`);
  const audience = new Audience();
  for (let round = 1; round <= 3; round++) {
    await audience.open(service.url, path, count);
    await Bun.sleep(settleMs);
    const full = residentMb(service.pid);
    const each = ((full - bare) * 1024) / count;
    say(
      `round ${round}: ${count} idle listeners: ${mb(full)}, ${each.toFixed(1)} KB each (bar: under ${bars.memoryMb} MB)`,
    );
    const times: number[] = [];
    const usedBefore = cpuMicroseconds(service.pid);
    for (let i = 0; i < changes; i++) {
      const priority = round * 1_000 + i;
      const change = () => api.updateCategory({ params: { categoryId: category.id }, body: { priority } });
      times.push(await audience.hear(change));
    }
    const used = (cpuMicroseconds(service.pid) - usedBefore) / 1_000 / changes;
    times.sort((one, other) => one - other);
    const median = times[Math.floor(times.length / 2)] ?? 0;
    say(
      `round ${round}: a change is with all of them after ${median.toFixed(0)} ms (median of ${changes}), ` +
        `at worst ${times.at(-1)?.toFixed(0)} ms (bar: ${bars.latencyMs} ms); ${used.toFixed(0)} ms of processor time each`,
    );
    audience.vanish();
    await Bun.sleep(settleMs);
    say(`round ${round}: ${mb(residentMb(service.pid))} after all of them vanished at once`);
  }
  await service.stop();
} finally {
  await stopAll();
  rmSync(folder, { recursive: true });
}
