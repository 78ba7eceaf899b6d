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

  /** The address since its last start. */
  get url(): string {
    return this.#service?.url ?? "";
  }

  /** Standard output and error since its last start. */
  get output(): string {
    return this.#service?.output() ?? "";
  }

  /** Resolves when it answers; rejects with its output if it does not start. */
  async start(): Promise<void> {
    this.#service = await startService(this.#settings, { runtimeFlags: ["--preload", preload], ipc: true });
  }

  async stop(signal?: NodeJS.Signals): Promise<void> {
    if (this.running) await this.#service?.stop(signal);
  }

  /** Pauses its process until the returned function is called. */
  pause(): Promise<() => Promise<void>> {
    if (!this.#service) throw new Error("A node that was never started cannot be paused.");
    return pauseProcess(this.#service.pid);
  }

  /** Sets its clock ahead by this much, until it is moved again or the node is restarted. */
  moveClock(aheadMs: number): void {
    if (this.running) this.#service?.send(aheadMs);
  }
}
