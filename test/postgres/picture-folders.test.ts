import { afterAll, beforeAll, expect, test } from "bun:test";
import { runProgram } from "../support/run-program.ts";
import { startService } from "../support/start-service.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { until } from "../support/until.ts";
import { type FreshDatabase, freshDatabase } from "./fresh-database.ts";

let database: FreshDatabase;
beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(() => database.drop());

const elsewhere = (folder: string) => `keeps its pictures in another folder than ${folder}/images`;

test("a node says at its start that another one keeps its pictures elsewhere, and doctor says so too", async () => {
  const settings = { DATABASE_URL: database.url, DATA_DIR: temporaryFolder() };
  const one = await startService(settings);
  const same = await startService(settings);
  const otherFolder = temporaryFolder();
  const other = await startService({ ...settings, DATA_DIR: otherFolder });
  await until(() => other.output().split(elsewhere(otherFolder)).length === 3, "it names both nodes");
  expect(same.output()).not.toContain("keeps its pictures");
  const { code, output } = await runProgram("cli.ts", ["doctor"], { ...settings, DATA_DIR: otherFolder });
  expect([code, output.split(elsewhere(otherFolder)).length]).toEqual([1, 3]);
  for (const node of [one, same]) expect(await node.stop("SIGINT")).toBe(0);
  expect(await runProgram("cli.ts", ["doctor"], { ...settings, DATA_DIR: otherFolder })).toMatchObject({ code: 0 });
  expect(await other.stop("SIGINT")).toBe(0);
});
