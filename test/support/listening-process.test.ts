import { expect, spyOn, test } from "bun:test";
import { existsSync } from "node:fs";
import { answersOn } from "./answers-on.ts";
import { startListening } from "./listening-process.ts";
import { until } from "./until.ts";

const module = (name: string) => JSON.stringify(new URL(name, import.meta.url).pathname);
const server = `
  const { url } = Bun.serve({ hostname: "127.0.0.1", port: 0, fetch: () => new Response() });
  console.log("listening on " + url.origin);
`;
/** Starts a server, creates a folder, and then runs `end`. */
const program = (end: string) => `
  const { startListening } = await import(${module("./listening-process.ts")});
  const { temporaryFolder } = await import(${module("./temporary-folder.ts")});
  const child = await startListening({ name: "Child", command: [process.execPath, "-e", ${JSON.stringify(server)}] });
  console.log(temporaryFolder());
  console.log("listening on " + child.url);
  ${end}
`;

const waits = "await new Promise(() => {});";
const ends: [string, string, NodeJS.Signals?][] = [
  ["is done", "process.exit(0);"],
  ["fails", "await Promise.reject(new Error('on purpose'));"],
  ["is interrupted", waits, "SIGINT"],
  ["is asked to end", waits, "SIGTERM"],
  ["loses its terminal", waits, "SIGHUP"],
];

for (const [how, end, signal] of ends) {
  test(`a program that ${how} leaves neither processes nor folders`, async () => {
    const parent = Bun.spawn([process.execPath, "-e", program(`await Bun.stdin.text(); ${end}`)], {
      stdin: "pipe",
      stdout: "pipe",
      stderr: "ignore",
    });
    let output = "";
    for await (const chunk of parent.stdout) {
      output += new TextDecoder().decode(chunk);
      if (/listening on \S+\n/.test(output)) break;
    }
    const [, folder = "", url = ""] = /(\S+)\nlistening on (\S+)\n/.exec(output) ?? [];
    const port = Number(new URL(url).port);
    expect(existsSync(folder)).toBe(true);
    expect(await answersOn(port)).toBe(true);
    parent.stdin.end();
    if (signal) parent.kill(signal);
    await parent.exited;
    // The parent sees the same as without a signal handler: the signal ended the program.
    expect(parent.signalCode).toBe(signal ?? null);
    expect(existsSync(folder)).toBe(false);
    await until(async () => !(await answersOn(port)), "the server no longer answers");
  });
}

test("the error for a program that does not start has its name and its output", async () => {
  const failing = [process.execPath, "-e", "console.log('out'); console.error('of order'); process.exit(3);"];
  const started = startListening({ name: "The machine", command: failing });
  await expect(started).rejects.toThrow(/^The machine ended with 3: (out\nof order|of order\nout)\n$/);
});

test("a program that ends later by itself prints its output", async () => {
  const write = spyOn(process.stderr, "write").mockReturnValue(true);
  const failing = `${server} setTimeout(() => { console.log("worn out"); process.exit(4); }, 1);`;
  await startListening({ name: "The machine", command: [process.execPath, "-e", failing] });
  const words = () => write.mock.calls.map(([text]) => String(text)).join("");
  try {
    await until(() => words() !== "", "its output is printed");
    expect(words()).toMatch(/^The machine ended with 4: listening on \S+\nworn out\n\n$/);
  } finally {
    write.mockRestore();
  }
  const { stop, output } = await startListening({ name: "The machine", command: [process.execPath, "-e", server] });
  await stop("SIGKILL");
  expect(output()).toMatch(/^listening on \S+\n$/);
});
