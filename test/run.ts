import { statfs } from "node:fs/promises";
import { constants, setPriority } from "node:os";
import { Glob } from "bun";

/**
 * Runs every test, in lanes side by side, because none of them keeps a core busy all the time. What measures time
 * or memory would measure the lanes beside it, so it comes afterwards, with nothing beside it but what waits most of
 * the time, for a clock or for a program to start. Arguments go on to each run.
 */
const all = [...new Glob("{server,web,test}/**/*.test.ts").scanSync(".")].map((file) => `./${file}`).sort();

const measured = [
  "./test/browser/first-load.test.ts",
  "./test/browser/scale.browser.test.ts",
  "./test/images/memory.test.ts",
];
const waits = ["./test/live/slow-and-gone.test.ts"];
const restarts = ["./test/operations/stop.test.ts", "./test/crash.test.ts", "./test/webhooks/kill.test.ts"];
for (const file of [...measured, ...waits, ...restarts]) {
  if (!all.includes(file)) throw new Error(`There is no ${file}.`);
}
const commands = all.filter((file) => file.startsWith("./test/operations/") && !restarts.includes(file));
const apart = [...measured, ...waits, ...restarts, ...commands];

const together = all.filter((file) => !apart.includes(file));
const browser = together.filter((file) => file.startsWith("./test/browser/"));
const postgres = together.filter((file) => file.startsWith("./test/postgres/"));
const embedded = together.filter((file) => !browser.includes(file) && !postgres.includes(file));

/** What is about the bytes of pictures alone is the same on either engine. */
const ofBytes = (file: string) => /\/images\/(malformed|serve|many-ask)\./.test(file);

/** Found by what they do, so that no list has to be kept and no suite can be left out. */
const startsTheApp = async (file: string) => /\bstart(Access)?App\(/.test(await Bun.file(file).text());

const again: string[] = [];
for (const file of embedded) if (!ofBytes(file) && (await startsTheApp(file))) again.push(file);

/** The longest runs in two parts, so that all come to an end at about the same time. */
const laterInBrowser = browser.filter((file) => /\/(screens|still-right|titles|tree)\./.test(file));
const laterOnPostgres = again.filter((file) => /\/(model|races)\./.test(file));
const without = (files: string[], others: string[]) => files.filter((file) => !others.includes(file));

/** One in the background has little more than what the others leave of the processor; with the least priority it would starve beside a busy one. */
type Run = { title: string; files: string[]; engine?: string; inMemory?: true; background?: true };

/** Nothing of a trial server survives the run, and a database for each suite is a thousand files: a third of its time. */
const memory = "/dev/shm";
const room = await statfs(memory).then(
  ({ bavail, bsize }) => bavail * bsize,
  () => 0,
);
const memoryFolder = room > 4 * 1024 ** 3 ? memory : undefined;

/** One after the other; the runs of a stage side by side, those that take longest first; of the first three at a time, which keep two cores busy. */
const stages: Run[][] = [
  [
    { title: "in the browser", files: without(browser, laterInBrowser) },
    { title: "on the embedded engine", files: embedded },
    { title: "on PostgreSQL", files: without(again, laterOnPostgres), engine: "postgres", inMemory: true },
    { title: "PostgreSQL itself", files: postgres, inMemory: true },
    { title: "in the browser, the others", files: laterInBrowser },
    { title: "on PostgreSQL, the others", files: laterOnPostgres, engine: "postgres", inMemory: true },
  ],
  [
    { title: "measured", files: measured },
    { title: "what waits", files: waits, background: true },
    { title: "what is ended and started again", files: restarts, background: true },
    { title: "commands and starts", files: commands, background: true },
  ],
];
const atOnce = [3, 4];

/** Into a pipe, what is written may still be on its way when the process ends: wait until it is out. */
const print = (text: string) => Bun.write(Bun.stdout, text);

type Result = { title: string; code: number; seconds: number; failures: string[] };

async function run({ title, files, engine, inMemory, background }: Run): Promise<Result> {
  const began = performance.now();
  const child = Bun.spawn([process.execPath, "test", "--timeout", "120000", ...process.argv.slice(2), ...files], {
    env: {
      ...process.env,
      ...(engine && { TEST_ENGINE: engine }),
      ...(inMemory && memoryFolder && { TMPDIR: memoryFolder }),
    },
    stdin: "ignore",
    stdout: "pipe",
    stderr: "pipe",
  });
  if (background) setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL);
  const [output, report] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
    child.exited,
  ]);
  await print(`\n=== ${title}\n${output}${report}`);
  return {
    title,
    code: child.exitCode ?? 1,
    seconds: Math.round((performance.now() - began) / 1000),
    failures: failuresIn(report),
  };
}

/** Each failed test with the lines that say why, which stand above its own line in the report. */
function failuresIn(report: string): string[] {
  const lines = report.split("\n");
  return lines.flatMap((line, at) => {
    if (!line.startsWith("(fail)")) return [];
    let from = at;
    while (from > 0 && at - from < 30 && !/^\((pass|fail|skip)\)/.test(lines[from - 1] ?? "")) from -= 1;
    return [lines.slice(from, at + 1).join("\n")];
  });
}

const results: Result[] = [];
for (const [stage, runs] of stages.entries()) {
  const waiting = [...runs];
  const lane = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) results.push(await run(next));
  };
  await Promise.all(Array.from({ length: atOnce[stage] ?? 1 }, lane));
}

// What failed comes last, where whoever reads the end of a long log finds it.
for (const { title, code, seconds, failures } of results) {
  await print(`\n=== ${title}: ${code === 0 ? "green" : `ended with ${code}`}, ${seconds} s\n${failures.join("\n\n")}`);
}
await print("\n");
process.exit(results.every(({ code }) => code === 0) ? 0 : 1);
