import { plainEnvironment } from "./listening-process.ts";

const server = new URL("../../server/", import.meta.url).pathname;

export type Ended = { code: number | null; output: string };

/**
 * The reason for which the service refuses to start: the last line of its log, without a stack trace. Rejects if it starts,
 * or writes anything that is not a line of the log.
 */
export async function refusedStart(settings: Record<string, string>): Promise<string> {
  const { code, output } = await runProgram("main.ts", [], settings);
  const entries = output
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as { msg: string; err?: unknown });
  const last = entries.at(-1);
  if (code !== 1 || !last || last.err !== undefined) throw new Error(`The service ended with ${code}: ${output}`);
  return last.msg;
}

/** Runs a program of the service to its end: `cli.ts projects list`, or `main.ts --help`. */
export async function runProgram(
  program: "main.ts" | "cli.ts",
  args: readonly string[],
  settings: Record<string, string> = {},
  input = "",
): Promise<Ended> {
  const child = Bun.spawn([process.execPath, server + program, ...args], {
    env: { ...plainEnvironment(), PORT: "0", SEED: "none", ...settings },
    stdin: new Blob([input]),
    stdout: "pipe",
    stderr: "pipe",
  });
  const [out, err] = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()]);
  await child.exited;
  return { code: child.exitCode, output: out + err };
}
