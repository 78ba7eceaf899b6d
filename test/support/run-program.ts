import { plainEnvironment } from "./listening-process.ts";

const server = new URL("../../server/", import.meta.url).pathname;

export type Ended = { code: number | null; output: string };

/** Runs a program of the service to its end: `cli.ts projects list`, or a `main.ts` that must not start. */
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
