import { Glob } from "bun";

/**
 * Runs every test, in lanes side by side: the files on the embedded engine; those of PostgreSQL itself, and then the files
 * that start the app a second time, on PostgreSQL; and those of the browser. One after the other they take a quarter of an
 * hour, half of it waiting. What is measured in the browser, frames and loading, comes last and alone. Arguments go on to
 * each run.
 */
const all = [...new Glob("{server,web,test}/**/*.test.ts").scanSync(".")].map((file) => `./${file}`).sort();
const ofPostgres = (file: string) => file.startsWith("./test/postgres/");
const ofBrowser = (file: string) => file.startsWith("./test/browser/");
const isMeasured = (file: string) => /\/browser\/(first-load|scale\.browser)\.test\.ts$/.test(file);

/** Found by what they import, so that no list has to be kept and no suite can be left out. */
const startsTheApp = async (file: string) => /\/(start-app|access-scenario)\.ts"/.test(await Bun.file(file).text());

const onPostgres: string[] = [];
for (const file of all) if (!ofPostgres(file) && !ofBrowser(file) && (await startsTheApp(file))) onPostgres.push(file);

type Run = { title: string; files: string[]; engine?: string };

const lanes: Run[][] = [
  [{ title: "on the embedded engine", files: all.filter((file) => !ofBrowser(file) && !ofPostgres(file)) }],
  [
    { title: "PostgreSQL itself", files: all.filter(ofPostgres) },
    { title: "on PostgreSQL", files: onPostgres, engine: "postgres" },
  ],
  [{ title: "in the browser", files: all.filter((file) => ofBrowser(file) && !isMeasured(file)) }],
];
const alone: Run = { title: "in the browser, measured", files: all.filter(isMeasured) };

async function run({ title, files, engine }: Run): Promise<boolean> {
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
  process.stdout.write(`\n=== ${title}\n${output}${report}`);
  return child.exitCode === 0;
}

const results = await Promise.all(
  lanes.map(async (lane) => {
    let green = true;
    for (const one of lane) green = (await run(one)) && green;
    return green;
  }),
);
const measured = await run(alone);
process.exit(measured && results.every(Boolean) ? 0 : 1);
