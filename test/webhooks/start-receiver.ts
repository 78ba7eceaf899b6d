import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

export type Mode = "ok" | "fail" | "hang" | "redirect" | "gone" | "slow" | "choke" | "flaky";
export type Received = { headers: Record<string, string>; body: string; redirected?: true };
export type Message = {
  type: string;
  timestamp: string;
  data: { projectId: string; kind: string; action: string; id: string; after: Record<string, unknown> };
};

const script = new URL("./receiver.ts", import.meta.url).pathname;

/** A receiver that can be told how to behave, killed, and started again on the same port. */
export class Receiver {
  readonly #folder = mkdtempSync(join(tmpdir(), "catalog-receiver-"));
  readonly #file = join(this.#folder, "received");
  #child: Bun.Subprocess<"ignore", "pipe", "inherit"> | undefined;
  port = 0;

  static async start(): Promise<Receiver> {
    const receiver = new Receiver();
    await receiver.revive();
    return receiver;
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}/hook`;
  }

  async revive(): Promise<void> {
    this.#child = Bun.spawn([process.execPath, script, String(this.port), this.#file], {
      stdin: "ignore",
      stdout: "pipe",
      stderr: "inherit",
    });
    const reader = this.#child.stdout.getReader();
    const { value } = await reader.read();
    this.port = Number(new TextDecoder().decode(value));
    if (!this.port) throw new Error("The receiver did not start.");
  }

  async kill(): Promise<void> {
    this.#child?.kill("SIGKILL");
    await this.#child?.exited;
  }

  async behave(mode: Mode): Promise<void> {
    await fetch(`http://127.0.0.1:${this.port}/mode?mode=${mode}`, { method: "POST" });
  }

  /** Requests since the last call of `behave`, whatever was answered. */
  async attempts(): Promise<number> {
    return (await fetch(`http://127.0.0.1:${this.port}/attempts`)).json() as Promise<number>;
  }

  /** Everything that was taken with a 2xx. */
  received(): Received[] {
    if (!existsSync(this.#file)) return [];
    return (
      readFileSync(this.#file, "utf8")
        .split("\n")
        // The last piece is empty, or a line that is still being written.
        .slice(0, -1)
        .map((line) => JSON.parse(line) as Received)
    );
  }

  messages(): Message[] {
    return this.received()
      .filter(({ redirected }) => !redirected)
      .map(({ body }) => JSON.parse(body) as Message);
  }

  async until(test: (messages: Message[]) => boolean, timeoutMs = 60_000): Promise<Message[]> {
    const started = Date.now();
    for (;;) {
      const messages = this.messages();
      if (test(messages)) return messages;
      if (Date.now() - started > timeoutMs) {
        throw new Error(`Not received in ${timeoutMs} ms: ${messages.length} messages.`);
      }
      await Bun.sleep(10);
    }
  }

  async stop(): Promise<void> {
    await this.kill();
    rmSync(this.#folder, { recursive: true });
  }
}
