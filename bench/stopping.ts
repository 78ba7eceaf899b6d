import { mkdirSync, rmSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { createClient } from "../contract/client.ts";
import { type Service, startService } from "../test/support/start-service.ts";
import { until } from "../test/support/until.ts";
import { spreadOf } from "./in-turns.ts";
import type { Line } from "./report.ts";

const writers = 16;
/** After this time, systems kill a process that they asked to stop. */
const bar = { value: 10, kind: "at most" } as const;

/** From the signal to the end of the process. */
async function secondsToStop(service: Service): Promise<number> {
  const started = performance.now();
  await service.stop();
  return (performance.now() - started) / 1000;
}

/** Stops a service during writes, and while it waits for a body. */
export async function stopping(folder: string, rounds: number): Promise<Line[]> {
  const dataDir = join(folder, "stopping");
  mkdirSync(dataDir);
  const busy: number[] = [];
  const waiting: number[] = [];
  for (let round = 0; round < rounds; round++) {
    busy.push(await underLoad(dataDir));
    waiting.push(await withoutItsBody(dataDir));
  }
  rmSync(dataDir, { recursive: true });
  const details = `from SIGTERM to the end of the process, median of ${rounds}`;
  return [
    { work: `stop under ${writers} writers`, bar, figure: spreadOf(busy), unit: "s", details },
    { work: "stop with a body that never comes", bar, figure: spreadOf(waiting), unit: "s", details },
  ];
}

async function underLoad(dataDir: string): Promise<number> {
  const service = await startService({ DATA_DIR: dataDir, SEED: "demo" });
  const api = createClient(service.url);
  const projectId = (await api.listProjects()).data[0]?.id ?? "";
  let written = 0;
  let stopped = false;
  const load = Array.from({ length: writers }, async () => {
    try {
      for (;;) {
        await api.createCategory({ params: { projectId }, body: { name: "Load" } });
        written++;
      }
    } catch (error) {
      if (!stopped) throw error;
    }
  });
  while (written < 10 * writers) await Promise.race([Bun.sleep(5), ...load]);
  stopped = true;
  const seconds = await secondsToStop(service);
  await Promise.all(load);
  return seconds;
}

async function withoutItsBody(dataDir: string): Promise<number> {
  const service = await startService({ DATA_DIR: dataDir });
  const socket = connect(Number(new URL(service.url).port), "127.0.0.1");
  socket.on("error", () => {});
  socket.write(
    "PATCH /api/items/x HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{",
  );
  const inFlight = async () =>
    /^http_requests_in_flight 2$/m.test(await (await fetch(`${service.url}/metrics`)).text());
  await until(inFlight, "the service waits for the body");
  const seconds = await secondsToStop(service);
  socket.destroy();
  return seconds;
}
