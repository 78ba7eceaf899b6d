import { writeFileSync } from "node:fs";

const script = new URL("./wrk.lua", import.meta.url).pathname;
const connections = 64;

/** The requests: each has a path and a content, picked at random, or the paths in turn. */
export type Load = {
  method: "GET" | "POST" | "PATCH";
  paths: readonly string[];
  order?: "turn";
  contents: readonly Content[];
};
export type Content = { headers?: Record<string, string>; body?: string };

export const noContent: readonly Content[] = [{}];
export const jsonContents = (bodies: readonly string[]): Content[] =>
  bodies.map((body) => ({ headers: { "content-type": "application/json" }, body }));

/** A load in the format of wrk.lua. */
export class LoadFile {
  readonly path: string;
  readonly order: string;

  constructor(path: string, load: Load) {
    const heads = load.paths.map((target) => `${load.method} ${target}`);
    const tails = load.contents.map(({ headers = {}, body }) => {
      const lines = ["Host: 127.0.0.1", ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`)];
      if (body !== undefined) lines.push(`Content-Length: ${Buffer.byteLength(body)}`);
      return ` HTTP/1.1\r\n${lines.join("\r\n")}\r\n\r\n${body ?? ""}`;
    });
    writeFileSync(path, `${heads.join("\x1e")}\x1d${tails.join("\x1e")}`);
    this.path = path;
    this.order = load.order ?? "random";
  }
}

export type WrkResult = { requests: number; perSecond: number; p99Ms: number };

/** The version of wrk, or undefined if it is not installed. */
export function wrkVersion(): string | undefined {
  if (Bun.which("wrk") === null) return undefined;
  return /wrk \S+/.exec(Bun.spawnSync(["wrk", "-v"]).stdout.toString())?.[0];
}

/** One thread: on two cores the load generator has one and the server the other. Throws if any request fails. */
export async function wrk(url: string, file: LoadFile, seconds: number, seed: number): Promise<WrkResult> {
  const child = Bun.spawn(
    ["wrk", "-t1", `-c${connections}`, `-d${seconds}s`, "-s", script, url, "--", file.path, file.order, String(seed)],
    { stdout: "pipe", stderr: "pipe" },
  );
  const [output, errors] = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()]);
  const json = /^result (.*)$/m.exec(output)?.[1];
  if (json === undefined) throw new Error(`wrk failed: ${output}${errors}`);
  const result = JSON.parse(json) as Record<"requests" | "microseconds" | "p99" | "status" | "socket", number>;
  if (result.status > 0 || result.socket > 0) {
    throw new Error(
      `${url} answered ${result.status} requests with an error and dropped ${result.socket}; figures of a failing server are meaningless.`,
    );
  }
  const { requests, microseconds, p99 } = result;
  return { requests, perSecond: (requests / microseconds) * 1_000_000, p99Ms: p99 / 1_000 };
}
