import { Glob } from "bun";

/**
 * Runs every test, in two lanes side by side: the files on the embedded engine, and then those that start the app once
 * more on PostgreSQL; beside them those of the browser and those of PostgreSQL itself. More lanes are hardly faster on two
 * cores, and what waits for something begins to wait in vain. Arguments go on to each run.
 */
const all = [...new Glob("{server,web,test}/**/*.test.ts").scanSync(".")].map((file) => `./${file}`).sort();
const ofPostgres = (file: string) => file.startsWith("./test/postgres/");
const ofBrowser = (file: string) => file.startsWith("./test/browser/");

/** Found by what they import, so that no list has to be kept and no suite can be left out. */
const startsTheApp = async (file: string) => /\/(start-app|access-scenario)\.ts"/.test(await Bun.file(file).text());

const onPostgres: string[] = [];
for (const file of all) if (!ofPostgres(file) && !ofBrowser(file) && (await startsTheApp(file))) onPostgres.push(file);

type Run = { title: string; files: string[]; engine?: string };

const lanes: Run[][] = [
  [
    { title: "on the embedded engine", files: all.filter((file) => !ofBrowser(file) && !ofPostgres(file)) },
    { title: "on PostgreSQL", files: onPostgres, engine: "postgres" },
  ],
  [
    { title: "in the browser", files: all.filter(ofBrowser) },
    { title: "PostgreSQL itself", files: all.filter(ofPostgres) },
  ],
];

/** Into a pipe, what is written may still be on its way when the process ends: wait until it is out. */
const print = (text: string) => Bun.write(Bun.stdout, text);

type Result = { title: string; code: number; seconds: number; failures: string[] };

async function run({ title, files, engine }: Run): Promise<Result> {
  const began = performance.now();
  const child = Bun.spawn([process.execPath, "test", "--timeout", "120000", ...process.argv.slice(2), ...files], {
    env: { ...process.env, ...(engine ? { TEST_ENGINE: engine } : {}) },
    stdin: "ignore",
    stdout: "pipe",
    stderr: "pipe",
  });
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

const results = (
  await Promise.all(
    lanes.map(async (lane) => {
      const done: Result[] = [];
      for (const one of lane) done.push(await run(one));
      return done;
    }),
  )
).flat();

// What failed comes last, where whoever reads the end of a long log finds it.
for (const { title, code, seconds, failures } of results) {
  await print(`\n=== ${title}: ${code === 0 ? "green" : `ended with ${code}`}, ${seconds} s\n${failures.join("\n\n")}`);
}
await print("\n");
process.exit(results.every(({ code }) => code === 0) ? 0 : 1);
