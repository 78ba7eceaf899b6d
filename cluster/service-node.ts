import type { Subprocess } from "bun";
import { pauseProcess } from "./paused-process.ts";

const main = new URL("../server/main.ts", import.meta.url).pathname;
const preload = new URL("./node-preload.ts", import.meta.url).pathname;
const startPatienceMs = 60_000;

/** One node of the service, a process of its own. */
export class ServiceNode {
  readonly #environment: Record<string, string>;
  #process: Subprocess<"ignore", "pipe", "pipe"> | undefined;
  #output = "";
  url = "";

  constructor(environment: Record<string, string>) {
    this.#environment = environment;
  }

  get running(): boolean {
    return this.#process !== undefined && this.#process.exitCode === null && this.#process.signalCode === null;
  }

  /** Standard output and error since the last start. */
  get output(): string {
    return this.#output;
  }

  /** Resolves when it answers; rejects with its last words if it does not start. */
  async start(): Promise<void> {
    this.#output = "";
    const started = performance.now();
    const child = Bun.spawn([process.execPath, "--preload", preload, main], {
      env: { ...process.env, PORT: "0", LOG_LEVEL: "error", ...this.#environment },
      stdin: "ignore",
      stdout: "pipe",
      stderr: "pipe",
      // What the preloaded part listens to. A node says nothing this way.
      ipc: () => {},
    });
    this.#process = child;
    for (const stream of [child.stdout, child.stderr]) void this.#collect(stream);
    for (;;) {
      const url = /API\s+(http:\/\/\S+)\/api\/projects/.exec(this.#output)?.[1];
      if (url) {
        this.url = url;
        return;
      }
      if (!this.running || performance.now() - started > startPatienceMs) {
        throw new Error(`A node does not start: ${this.#output}`);
      }
      await Bun.sleep(10);
    }
  }

  async stop(signal: NodeJS.Signals = "SIGTERM"): Promise<void> {
    if (!this.running) return;
    this.#process?.kill(signal);
    await this.#process?.exited;
  }

  /** Its process stands still until the returned function is called. */
  pause(): Promise<() => Promise<void>> {
    if (!this.#process) throw new Error("A node that was never started cannot be paused.");
    return pauseProcess(this.#process.pid);
  }

  /** Its clock shows the time plus so much, until it is moved again or the node is started anew. */
  moveClock(aheadMs: number): void {
    if (this.running) this.#process?.send(aheadMs);
  }

  async #collect(stream: ReadableStream<Uint8Array>): Promise<void> {
    const decoder = new TextDecoder();
    for await (const chunk of stream) this.#output += decoder.decode(chunk, { stream: true });
  }
}
