import { readFileSync } from "node:fs";

export type Child = { url: string; pid: number; stop(): Promise<void> };

const main = new URL("../server/main.ts", import.meta.url).pathname;
const bareServer = new URL("./bare-server.ts", import.meta.url).pathname;
const running = new Set<Bun.Subprocess>();

/** Nothing that the bench started outlives it. */
export async function stopAll(): Promise<void> {
  const children = [...running];
  for (const child of children) child.kill("SIGKILL");
  await Promise.all(children.map((child) => child.exited));
}

async function start(command: string[], environment: Record<string, string>, address: RegExp): Promise<Child> {
  const child = Bun.spawn(command, { env: environment, stdout: "pipe", stderr: "inherit" });
  running.add(child);
  void child.exited.then(() => running.delete(child));
  const decoder = new TextDecoder();
  let output = "";
  const reader = child.stdout.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) throw new Error(`${command.join(" ")} ended before it listened: ${output}`);
    output += decoder.decode(value, { stream: true });
    const url = address.exec(output)?.[1];
    if (url === undefined) continue;
    void drain(reader);
    return {
      url,
      pid: child.pid,
      async stop() {
        child.kill("SIGTERM");
        await child.exited;
      },
    };
  }
}

async function drain(reader: { read(): Promise<{ done: boolean }> }): Promise<void> {
  while (!(await reader.read()).done);
}

/** Of the bench's own environment only what a process needs: the service runs with its defaults. */
const plainEnvironment = () => ({ PATH: process.env.PATH ?? "", HOME: process.env.HOME ?? "" });

type Circumstances = {
  runtimeFlags?: string[];
  /** The list of processes of a control group that it is to live in. */
  within?: string;
};

/** The service as an operator starts it. */
export const startService = (
  dataDir: string,
  settings: Record<string, string> = {},
  { runtimeFlags = [], within }: Circumstances = {},
): Promise<Child> =>
  start(
    [
      ...(within === undefined ? [] : ["sh", "-c", 'echo $$ > "$0" && exec "$@"', within]),
      process.execPath,
      ...runtimeFlags,
      main,
    ],
    { ...plainEnvironment(), PORT: "0", SEED: "none", DATA_DIR: dataDir, ...settings },
    /API\s+(http:\/\/\S+?)\/api\/projects/,
  );

export const startBare = (answersFile: string): Promise<Child> =>
  start([process.execPath, bareServer, answersFile], plainEnvironment(), /listening on (\S+)\n/);

const storingServer = new URL("./storing-server.ts", import.meta.url).pathname;

export const startStoring = (databaseFile: string): Promise<Child> =>
  start([process.execPath, storingServer, databaseFile], plainEnvironment(), /listening on (\S+)\n/);

const barePostgres = new URL("./bare-postgres.ts", import.meta.url).pathname;

export const startBarePostgres = (url: string): Promise<Child> =>
  start([process.execPath, barePostgres, url], plainEnvironment(), /listening on (\S+)\n/);

/** Resident memory in MB. */
export function residentMb(pid: number): number {
  if (process.platform === "linux") return memoryFigure(pid, "VmRSS");
  return Number(Bun.spawnSync(["ps", "-o", "rss=", "-p", String(pid)]).stdout.toString()) / 1024;
}

function memoryFigure(pid: number, name: string): number {
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  return Number(new RegExp(`^${name}:\\s+(\\d+)`, "m").exec(status)?.[1]) / 1024;
}

/** The most resident memory that the process ever had, in MB; what it has now where that cannot be known. */
export function peakMb(pid: number): number {
  if (process.platform !== "linux") return residentMb(pid);
  return memoryFigure(pid, "VmHWM");
}

const microsecondsPerTick = 10_000;

/** The processor time that a process has used, all its threads together; not a number where it cannot be known. */
export function cpuMicroseconds(pid: number): number {
  if (process.platform !== "linux") return Number.NaN;
  // The name of the program, in parentheses, may hold spaces; what follows does not.
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.split(" ") ?? [];
  return (Number(fields[11]) + Number(fields[12])) * microsecondsPerTick;
}
