import { pauseProcess } from "../test/support/paused-process.ts";
import { type Service, startService } from "../test/support/start-service.ts";

const preload = new URL("./node-preload.ts", import.meta.url).pathname;

/** One node of the service, which can be stopped and started again. */
export class ServiceNode {
  readonly #settings: Record<string, string>;
  #service: Service | undefined;

  constructor(settings: Record<string, string>) {
    this.#settings = { LOG_LEVEL: "error", ...settings };
  }

  get running(): boolean {
    return this.#service?.running() ?? false;
  }

  /** Of its last start. */
  get url(): string {
    return this.#service?.url ?? "";
  }

  /** Standard output and error since its last start. */
  get output(): string {
    return this.#service?.output() ?? "";
  }

  /** Resolves when it answers; rejects with its last words if it does not start. */
  async start(): Promise<void> {
    this.#service = await startService(this.#settings, { runtimeFlags: ["--preload", preload], hears: true });
  }

  async stop(signal?: NodeJS.Signals): Promise<void> {
    if (this.running) await this.#service?.stop(signal);
  }

  /** Its process stands still until the returned function is called. */
  pause(): Promise<() => Promise<void>> {
    if (!this.#service) throw new Error("A node that was never started cannot be paused.");
    return pauseProcess(this.#service.pid);
  }

  /** Its clock shows the time plus so much, until it is moved again or the node is started anew. */
  moveClock(aheadMs: number): void {
    if (this.running) this.#service?.send(aheadMs);
  }
}
