import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { testKey } from "./test-sealing.ts";

export type Service = {
  url: string;
  pid: number;
  dataDir: string;
  /** Standard output and error so far. */
  output(): string;
  stop(signal?: NodeJS.Signals): Promise<number | null>;
};

const main = new URL("../server/main.ts", import.meta.url).pathname;

/** On PostgreSQL nodes have to be given the key. */
const keyFor = ({ DATABASE_URL = "" }: Record<string, string>): Record<string, string> =>
  DATABASE_URL.startsWith("postgres") ? { SECRETS_KEY: testKey } : {};

/** The service as an operator starts it: a process of its own. Resolves when it answers, or with its last words. */
export async function startService(environment: Record<string, string> = {}): Promise<Service> {
  const dataDir = environment.DATA_DIR ?? mkdtempSync(join(tmpdir(), "catalog-service-"));
  const child = Bun.spawn([process.execPath, main], {
    env: { ...process.env, PORT: "0", SEED: "none", ...keyFor(environment), ...environment, DATA_DIR: dataDir },
    stdout: "pipe",
    stderr: "pipe",
  });
  let output = "";
  const collect = async (stream: ReadableStream<Uint8Array>) => {
    const decoder = new TextDecoder();
    for await (const chunk of stream) output += decoder.decode(chunk, { stream: true });
  };
  const collected = Promise.all([collect(child.stdout), collect(child.stderr)]);
  for (;;) {
    const url = /API\s+(http:\/\/\S+)\/api\/projects/.exec(output)?.[1];
    if (url) {
      return {
        url,
        pid: child.pid,
        dataDir,
        output: () => output,
        async stop(signal = "SIGTERM") {
          child.kill(signal);
          await child.exited;
          return child.exitCode;
        },
      };
    }
    if (child.exitCode !== null) {
      // What it said last may still be on its way.
      await collected;
      throw new Error(`The service ended with ${child.exitCode}: ${output}`);
    }
    await Bun.sleep(5);
  }
}
