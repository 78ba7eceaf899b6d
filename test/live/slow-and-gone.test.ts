import { expect, test } from "bun:test";
import { rmSync } from "node:fs";
import { createClient } from "../../contract/client.ts";
import { eventsPath } from "../../contract/live.ts";
import { type Service, startService } from "../start-service.ts";
import { until } from "../until.ts";
import { listen } from "./sse-client.ts";

/** Its patience is 15 s, and it looks at each listener once in 10 s: twice that, for a machine with much else to do. */
const droppedWithinMs = 50_000;

type Socket = Awaited<ReturnType<typeof Bun.connect>>;

type Stream = { socket: Socket; readOn(): void; readonly closed: boolean };

/** A client that opens a stream on a bare socket; with `takes` false it reads nothing until it is told to read on. */
function openStream(url: string, path: string, takes: boolean): Promise<Stream> {
  let reads = takes;
  const { hostname, port, host } = new URL(url);
  let closed = false;
  return new Promise((resolve, reject) => {
    Bun.connect({
      hostname,
      port: Number(port),
      socket: {
        open: (socket) => void socket.write(`GET ${path} HTTP/1.1\r\nhost: ${host}\r\n\r\n`),
        data: (socket) => {
          if (!reads) socket.pause();
          resolve({
            socket,
            readOn() {
              reads = true;
              socket.resume();
            },
            get closed() {
              return closed;
            },
          });
        },
        close: () => {
          closed = true;
        },
      },
    }).catch(reject);
  });
}

const memory = async (service: Service) => {
  const text = await Bun.file(`/proc/${service.pid}/status`).text();
  return Number(/VmRSS:\s+(\d+) kB/.exec(text)?.[1]) / 1024;
};

const listeners = async (service: Service) =>
  Number(/^live_listeners (\d+)$/m.exec(await (await fetch(`${service.url}/metrics`)).text())?.[1]);

async function withService(run: (service: Service, path: string, projectId: string) => Promise<void>): Promise<void> {
  const service = await startService({ SEED: "demo" });
  try {
    const projectId = (await createClient(service.url).listProjects()).data[0]?.id ?? "";
    await run(service, eventsPath(projectId), projectId);
  } finally {
    await service.stop();
    rmSync(service.dataDir, { recursive: true });
  }
}

// Side by side, each with a service of its own: the first waits for half a minute.
test.concurrent(
  "listeners that take nothing cost a bounded memory, hold up nobody, and are dropped",
  () =>
    withService(async (service, path, projectId) => {
      const api = createClient(service.url);
      const stuck = await Promise.all(Array.from({ length: 30 }, () => openStream(service.url, path, false)));
      const quick = await listen(service.url + path);
      await quick.until(({ event }) => event === "ready");
      const category = (await api.createCategory({ params: { projectId }, body: { name: "Slow" } })).data;
      const leaf = (await api.createSubcategory({ params: { categoryId: category.id }, body: { name: "Slow" } })).data;
      const before = await memory(service);
      // More for each than any socket buffer takes: 30 listeners for whom a copy of all of it is queued would hold some 270 MB.
      const simpleDescription = "z".repeat(15_000);
      let last = "";
      for (let i = 0; i < 60; i++) {
        const made = await Promise.all(
          Array.from({ length: 10 }, () =>
            api.createItem({ params: { subcategoryId: leaf.id }, body: { name: "Item", simpleDescription } }),
          ),
        );
        last = made[9]?.data.id ?? "";
      }
      await quick.until(({ data }) => (data as { id?: string }).id === last);
      expect(quick.events.filter(({ event }) => event === "change")).toHaveLength(602);
      // Soon enough that nobody is dropped yet, with what is kept for him.
      await until(
        async () => (await memory(service)) - before < 120,
        "it has less than 120 MB more than before",
        5_000,
      );
      await until(async () => (await listeners(service)) === 1, "only the quick one is left", droppedWithinMs);
      // A socket that does not read learns of its end when it reads on.
      for (const stream of stuck) stream.readOn();
      await until(() => stuck.every((stream) => stream.closed), "those who took nothing are cut off");
      quick.close();
    }),
  300_000,
);

test.concurrent(
  "abrupt disconnects leave the memory where it was",
  () =>
    withService(async (service, path) => {
      const round = async (count: number) => {
        const open = await Promise.all(Array.from({ length: count }, () => openStream(service.url, path, true)));
        for (const { socket } of open) socket.terminate();
      };
      const nobody = () => until(async () => (await listeners(service)) === 0, "nobody listens any more");
      for (let i = 0; i < 4; i++) await round(500);
      await nobody();
      const before = await memory(service);
      for (let i = 0; i < 16; i++) await round(500);
      await nobody();
      await until(async () => (await memory(service)) - before < 40, "it has less than 40 MB more than before");
    }),
  300_000,
);
