import { constants, setPriority } from "node:os";
import { Glob } from "bun";

/**
 * Runs every test, in lanes side by side, because none of them keeps a core busy all the time. What measures time
 * or memory would measure the lanes beside it, so it comes afterwards, with nothing beside it but what waits most of the time.
 * Arguments go on to each run.
 */
const all = [...new Glob("{server,web,test}/**/*.test.ts").scanSync(".")].map((file) => `./${file}`).sort();

const measured = [
  "./test/browser/first-load.test.ts",
  "./test/browser/scale.browser.test.ts",
  "./test/images/memory.test.ts",
];
const waits = ["./test/live/slow-and-gone.test.ts"];
const restarts = ["./test/operations/stop.test.ts", "./test/crash.test.ts", "./test/webhooks/kill.test.ts"];
const apart = [...measured, ...waits, ...restarts];
for (const file of apart) if (!all.includes(file)) throw new Error(`There is no ${file}.`);

const together = all.filter((file) => !apart.includes(file));
const browser = together.filter((file) => file.startsWith("./test/browser/"));
const postgres = together.filter((file) => file.startsWith("./test/postgres/"));
const embedded = together.filter((file) => !browser.includes(file) && !postgres.includes(file));

/** Found by what they do, so that no list has to be kept and no suite can be left out. */
const startsTheApp = async (file: string) => /\bstart(Access)?App\(/.test(await Bun.file(file).text());

const again: string[] = [];
for (const file of embedded) if (await startsTheApp(file)) again.push(file);

/** One in the background has only what the others leave of the processor. */
type Run = { title: string; files: string[]; engine?: string; background?: true };

/** One after the other, each with its lanes side by side. */
const stages: Run[][] = [
  [
    { title: "in the browser", files: browser },
    { title: "on the embedded engine", files: embedded },
    { title: "on PostgreSQL", files: again, engine: "postgres" },
    { title: "PostgreSQL itself", files: postgres },
  ],
  [
    { title: "measured", files: measured },
    { title: "what waits", files: waits, background: true },
    { title: "what is ended and started again", files: restarts, background: true },
  ],
];

/** Into a pipe, what is written may still be on its way when the process ends: wait until it is out. */
const print = (text: string) => Bun.write(Bun.stdout, text);

type Result = { title: string; code: number; seconds: number; failures: string[] };

async function run({ title, files, engine, background }: Run): Promise<Result> {
  const began = performance.now();
  const child = Bun.spawn([process.execPath, "test", "--timeout", "120000", ...process.argv.slice(2), ...files], {
    env: { ...process.env, ...(engine ? { TEST_ENGINE: engine } : {}) },
    stdin: "ignore",
    stdout: "pipe",
    stderr: "pipe",
  });
  if (background) setPriority(child.pid, constants.priority.PRIORITY_LOW);
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
for (const lanes of stages) results.push(...(await Promise.all(lanes.map(run))));

// What failed comes last, where whoever reads the end of a long log finds it.
for (const { title, code, seconds, failures } of results) {
  await print(`\n=== ${title}: ${code === 0 ? "green" : `ended with ${code}`}, ${seconds} s\n${failures.join("\n\n")}`);
}
await print("\n");
process.exit(results.every(({ code }) => code === 0) ? 0 : 1);
