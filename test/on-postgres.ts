import { Glob } from "bun";

/**
 * Runs every test file that starts the app a second time, on PostgreSQL. Found by what they import, so that no
 * list has to be kept and no suite can be left out.
 */
const files: string[] = [];
for await (const file of new Glob("{test,server}/**/*.test.ts").scan(".")) {
  if (file.startsWith("test/postgres/") || file.startsWith("test/browser/")) continue;
  if (/\/(start-app|access-scenario)\.ts"/.test(await Bun.file(file).text())) files.push(`./${file}`);
}
const run = Bun.spawnSync(
  [process.execPath, "test", "--timeout", "120000", ...files.sort(), ...process.argv.slice(2)],
  {
    env: { ...process.env, TEST_ENGINE: "postgres" },
    stdio: ["inherit", "inherit", "inherit"],
  },
);
process.exit(run.exitCode);
