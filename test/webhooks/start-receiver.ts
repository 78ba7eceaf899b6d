import { existsSync, readFileSync } from "node:fs";
import { createServer, type Server } from "node:net";
import { join } from "node:path";
import { type Listening, startListening } from "../support/listening-process.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { until } from "../support/until.ts";
import { seed } from "../test-seed.ts";

export type Mode = "ok" | "fail" | "hang" | "redirect" | "gone" | "choke" | "flaky";
export type Received = { path: string; headers: Record<string, string>; body: string };
export type Message = {
  type: string;
  timestamp: string;
  data: {
    projectId: string;
    kind: string;
    action: string;
    id: string;
    before: Record<string, unknown>;
    after: Record<string, unknown>;
    saves?: number;
  };
};

/**
 * Whether the messages of one thing, which is created and whose quantity is then changed, are complete and in order: each
 * starts with the value that the one before ended with.
 */
export const isWhole = (story: readonly Message[]): boolean =>
  story.every(({ type, data }, index) =>
    index === 0 ? type === "item.created" : data.before.quantity === story[index - 1]?.data.after.quantity,
  );

const hook = "/hook";
const witness = "/witness";
const script = new URL("./receiver.ts", import.meta.url).pathname;

/** A receiver whose behaviour can be set, and that can be killed and restarted on the same port. */
export class Receiver {
  readonly #file = join(temporaryFolder(), "received");
  #process: Listening | undefined;
  #placeholder: Server | undefined;
  port = 0;

  static async start(): Promise<Receiver> {
    const receiver = new Receiver();
    await receiver.revive();
    return receiver;
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}${hook}`;
  }

  /** An address that accepts every message, whatever the behaviour. */
  get witnessUrl(): string {
    return `http://127.0.0.1:${this.port}${witness}`;
  }

  async revive(): Promise<void> {
    this.#process = await startListening({
      name: "The receiver",
      command: [process.execPath, script, String(this.port), this.#file, String(seed)],
    });
    this.port = Number(new URL(this.#process.url).port);
    this.#placeholder?.close();
  }

  /** Until it is revived nothing answers, and no other process can take the port. */
  async kill(): Promise<void> {
    const placeholder = createServer((socket) => void socket.destroy());
    this.#placeholder = placeholder;
    await new Promise<void>((listening, failed) => {
      placeholder.once("error", failed);
      placeholder.listen({ host: "127.0.0.1", port: this.port, reusePort: true }, listening);
    });
    await this.#process?.stop("SIGKILL");
  }

  async behave(mode: Mode): Promise<void> {
    await fetch(`http://127.0.0.1:${this.port}/mode?mode=${mode}`, { method: "POST" });
  }

  /** The number of requests to the hook since the last call of `behave`, whatever the answers were. */
  async attempts(): Promise<number> {
    return (await fetch(`http://127.0.0.1:${this.port}/attempts`)).json() as Promise<number>;
  }

  /** All messages that were accepted with a 2xx. */
  received(): Received[] {
    if (!existsSync(this.#file)) return [];
    return (
      readFileSync(this.#file, "utf8")
        .split("\n")
        // The last part is empty, or a line that is still being written.
        .slice(0, -1)
        .map((line) => JSON.parse(line) as Received)
    );
  }

  messages(): Message[] {
    return this.received()
      .filter(({ path }) => path === hook)
      .map(({ body }) => JSON.parse(body) as Message);
  }

  /** The messages to the hook about one thing, without duplicates, in order of arrival. */
  storyOf(id: string): Message[] {
    const first = new Map<string, Message>();
    for (const { path, headers, body } of this.received()) {
      const webhookId = headers["webhook-id"] ?? "";
      if (path === hook && !first.has(webhookId)) first.set(webhookId, JSON.parse(body) as Message);
    }
    return [...first.values()].filter(({ data }) => data.id === id);
  }

  async until(test: (messages: Message[]) => boolean): Promise<Message[]> {
    let messages: Message[] = [];
    await until(() => {
      messages = this.messages();
      return test(messages);
    }, "the receiver has the messages");
    return messages;
  }

  /** Waits until the witness got a message about the thing. Other messages about it are then being sent, or will not come. */
  async untilWitnessed(id: string): Promise<void> {
    const hasMessage = () => this.received().some(({ path, body }) => path === witness && body.includes(`"${id}"`));
    await until(hasMessage, "the witness has the message");
  }

  async stop(): Promise<void> {
    await this.#process?.stop("SIGKILL");
    this.#placeholder?.close();
  }
}
