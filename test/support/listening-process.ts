import { whenOver } from "./when-over.ts";

const startPatienceMs = 60_000;

export type Listening = {
  url: string;
  pid: number;
  running(): boolean;
  /** Standard output and error so far. */
  output(): string;
  /** Sends a message to a process that was started with `ipc`. */
  send(message: unknown): void;
  /** Its exit code; null when the signal ended it. */
  stop(signal?: NodeJS.Signals): Promise<number | null>;
};

type Program = {
  /** Its name in error messages. */
  name: string;
  command: string[];
  environment?: Record<string, string>;
  /** The output that says that it listens, with the address as the first group. */
  address?: RegExp;
  ipc?: boolean;
};

/** Only the part of the environment that every process needs, so that settings of the user have no effect. */
export function plainEnvironment(): Record<string, string> {
  const { PATH = "", HOME = "", TMPDIR } = process.env;
  return { PATH, HOME, ...(TMPDIR && { TMPDIR }) };
}

/** Starts a process that ends with this program. Resolves when it listens, or rejects with its output. */
export async function startListening({
  name,
  command,
  environment = {},
  address = /listening on (\S+)\n/,
  ipc = false,
}: Program): Promise<Listening> {
  const child = Bun.spawn(command, {
    env: { ...plainEnvironment(), ...environment },
    stdin: "ignore",
    stdout: "pipe",
    stderr: "pipe",
    ...(ipc && { ipc: () => {} }),
  });
  let output = "";
  let listens = false;
  let mayEnd = false;
  const end = (signal: NodeJS.Signals) => {
    mayEnd = true;
    child.kill(signal);
  };
  const forget = whenOver(() => end("SIGKILL"));
  const patience = setTimeout(() => end("SIGKILL"), startPatienceMs);
  const found = Promise.withResolvers<string | undefined>();
  const follow = async (stream: ReadableStream<Uint8Array>) => {
    const decoder = new TextDecoder();
    for await (const chunk of stream) {
      output += decoder.decode(chunk, { stream: true });
      if (listens) continue;
      const url = address.exec(output)?.[1];
      listens = url !== undefined;
      if (listens) found.resolve(url);
    }
  };
  const followed = Promise.all([follow(child.stdout), follow(child.stderr)]);
  const ended = child.exited.then(async () => {
    forget();
    // The last output may still be in the pipe.
    await followed;
    found.resolve(undefined);
    return child.exitCode;
  });
  const url = await found.promise;
  clearTimeout(patience);
  if (url === undefined) throw new Error(`${name} ended with ${await ended}: ${output}`);
  // Printed here, because a test that waits for an answer would only see that there is none.
  void ended.then((code) => mayEnd || code === 0 || process.stderr.write(`${name} ended with ${code}: ${output}\n`));
  return {
    url,
    pid: child.pid,
    running: () => child.exitCode === null && child.signalCode === null,
    output: () => output,
    send: (message) => child.send(message),
    stop(signal = "SIGTERM") {
      end(signal);
      return ended;
    },
  };
}
