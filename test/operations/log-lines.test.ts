import { describe, expect, test } from "bun:test";
import { chmodSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import sharp from "sharp";
import { createClient } from "../../contract/client.ts";
import { plainEnvironment } from "../support/listening-process.ts";
import { type Service, startService } from "../support/start-service.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { until } from "../support/until.ts";

const main = new URL("../../server/main.ts", import.meta.url).pathname;
const fileAnswer = new URL("../../server/exports/file-answer.ts", import.meta.url).pathname;
const clock = new URL("../../server/http/clock.ts", import.meta.url).pathname;

type Entry = { level: number; msg: string; err?: { message: string; stack: string }; requestId?: string };

/** What the service wrote, to standard output and error, all of it as lines of the log. */
const entriesOf = (service: Pick<Service, "output">): Entry[] =>
  service
    .output()
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));

/** A program that is loaded before the service, as a library that writes on its own. */
function library(text: string): string[] {
  const file = join(temporaryFolder(), "library.ts");
  writeFileSync(file, text);
  return ["--preload", file];
}

describe("a line of the log is", () => {
  test("what a library writes to the console, and a warning of the runtime", async () => {
    const runtimeFlags = library(`import { EventEmitter } from "node:events";
      const wait = setInterval(() => {
        if (!process.listenerCount("SIGTERM")) return;
        clearInterval(wait);
        console.error("a library failed:", { of: 3 });
        console.log("a library\\nhas news");
        const emitter = new EventEmitter();
        for (let count = 0; count < 11; count++) emitter.on("event", () => {});
        process.emitWarning("a library is old");
        console.warn("the last words");
      }, 1);`);
    const service = await startService({}, { runtimeFlags });
    await until(() => service.output().includes("the last words"), "the library has written");
    await service.stop();
    const words = entriesOf(service).map(({ level, msg }) => [level, msg]);
    expect(words).toContainEqual([50, "a library failed: { of: 3 }"]);
    expect(words).toContainEqual([30, "a library\nhas news"]);
    expect(words).toContainEqual([40, expect.stringContaining("memory leak")]);
    expect(words).toContainEqual([40, "a library is old"]);
  });

  test.each([
    ["an error that nobody caught", 'setTimeout(() => { throw new Error("of a library"); });'],
    ["a rejection that nobody handles", 'void Promise.reject(new Error("of a library"));'],
  ])("%s, which ends the service", async (_, failing) => {
    const runtimeFlags = library(`const wait = setInterval(() => {
        if (!process.listenerCount("SIGTERM")) return;
        clearInterval(wait);
        ${failing}
      }, 1);`);
    const child = Bun.spawn([process.execPath, ...runtimeFlags, main], {
      env: { ...plainEnvironment(), PORT: "0", SEED: "none", DATA_DIR: temporaryFolder(), LOG_LEVEL: "silent" },
      stdout: "pipe",
      stderr: "pipe",
    });
    const [out, err] = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()]);
    expect([await child.exited, err]).toEqual([1, ""]);
    const last = entriesOf({ output: () => out }).at(-1);
    expect(last).toMatchObject({ level: 60, err: { message: "of a library" } });
    expect(last?.err?.stack).toContain("library.ts");
  });

  test("a proxy that TRUSTED_PROXIES does not count, once", async () => {
    const service = await startService();
    const headers = { "x-forwarded-for": "192.0.2.1" };
    for (let times = 0; times < 2; times++) await fetch(`${service.url}/api/projects`, { headers });
    await service.stop();
    expect(entriesOf(service).filter(({ msg }) => msg.includes("TRUSTED_PROXIES"))).toHaveLength(1);
  });

  test("an answer that fails while it is sent; the client sees only an id", async () => {
    const service = await startService();
    const png = await sharp({ create: { width: 8, height: 8, channels: 3, background: "red" } })
      .png()
      .toBuffer();
    const form = new FormData();
    form.set("image", new Blob([new Uint8Array(png)]), "red.png");
    const { url } = (await createClient(service.url).uploadImage({ form })).data;
    const name = basename(url);
    const path = join(service.dataDir, "images", name.slice(0, 2), name);
    rmSync(path);
    mkdirSync(path);
    const answer = await fetch(url);
    const problem = (await answer.json()) as { code: string; requestId: string };
    expect([answer.status, problem.code]).toEqual([500, "internal"]);
    await service.stop();
    expect(entriesOf(service)).toContainEqual(expect.objectContaining({ level: 50, requestId: problem.requestId }));
  });
});

test("an export that fails before its first byte writes nothing beside the log", async () => {
  const program = library(`import { fileAnswer, fileKinds } from ${JSON.stringify(fileAnswer)};
    import { systemClock } from ${JSON.stringify(clock)};
    async function* bytes() { throw new Error("of the database"); }
    const server = Bun.serve({ hostname: "127.0.0.1", port: 0, development: false, fetch: (request) =>
      fileAnswer(request, { kind: fileKinds.csv, name: "x", bytes: bytes(), clock: systemClock, failed: () => {} }).response });
    await fetch(server.url).then((answer) => answer.text()).catch(() => console.log("cut off"));
    await server.stop(true);`)[1];
  const child = Bun.spawn([process.execPath, program ?? ""], { stdout: "pipe", stderr: "pipe" });
  const written = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()]);
  expect(written).toEqual(["cut off\n", ""]);
});

test("at a terminal, the service greets with its addresses", async () => {
  const dataDir = temporaryFolder();
  chmodSync(dataDir, 0o700);
  const decoder = new TextDecoder();
  let shown = "";
  const child = Bun.spawn([process.execPath, main], {
    env: { ...plainEnvironment(), PORT: "0", SEED: "none", DATA_DIR: dataDir, ACCESS: "required" },
    terminal: {
      cols: 200,
      rows: 50,
      data: (_, bytes) => {
        shown += decoder.decode(bytes, { stream: true });
      },
    },
  });
  await until(() => shown.includes("within 24 hours"), "the service has greeted");
  const address = /"address":"(http:[^"]+)"/.exec(shown)?.[1];
  for (const words of [
    "Catalog Backoffice is running.",
    `Editor         ${address}/`,
    `API            ${address}/api/projects`,
    `API reference  ${address}/docs`,
    `Data           ${join(dataDir, "catalog.db")}`,
    `First user     ${address}/welcome#`,
  ]) {
    expect(shown).toContain(words);
  }
  child.kill("SIGINT");
  expect(await child.exited).toBe(0);
});
