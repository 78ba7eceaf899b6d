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
process.exit(results.every(Boolean) ? 0 : 1);
