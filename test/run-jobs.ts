import { existsSync } from "node:fs";
import { statfs } from "node:fs/promises";
import { Glob } from "bun";
import { onBothEngines, onOneEngine } from "./both-engines.ts";

/** How a file is run. Files of one kind can share a process, and with it a browser, a service or a database server. */
export type Kind = { title: string; environment?: Record<string, string> };

/** One test file in one kind of run. */
export type Job = { kind: Kind; file: string };

export const nameOf = ({ kind, file }: Job): string => `${kind.title}: ${file}`;

const all = [...new Glob("{server,web,test}/**/*.test.ts").scanSync(".")].sort();
const isIn =
  (...folders: string[]) =>
  (file: string) =>
    folders.some((folder) => file.startsWith(folder));

const jobs = (kind: Kind, files: readonly string[]): Job[] => files.map((file) => ({ kind, file }));

/** The data of a test is not needed after the run, and a new PostgreSQL is a thousand files: a third of its time on disk. */
async function inMemory(): Promise<Record<string, string>> {
  const folder = "/dev/shm";
  const freeBytes = await statfs(folder).then(
    ({ bavail, bsize }) => bavail * bsize,
    () => 0,
  );
  return freeBytes > 4 * 1024 ** 3 ? { TMPDIR: folder } : {};
}

const contains = async (file: string, text: RegExp) => text.test(await Bun.file(file).text());

/** A file that starts the app says whether it runs on PostgreSQL too, so that a new one is not forgotten. */
async function checkEngines(): Promise<void> {
  const faults = [...onBothEngines, ...onOneEngine]
    .filter((file, at, listed) => !existsSync(file) || listed.indexOf(file) !== at)
    .map((file) => `${file} is listed, but does not exist or is listed twice.`);
  for (const file of all) {
    if (isIn("test/browser/", "test/postgres/")(file) || [...onBothEngines, ...onOneEngine].includes(file)) continue;
    if (await contains(file, /\bstart\w*App\(/)) faults.push(`${file} starts the app, but is in no list.`);
  }
  if (faults.length > 0) throw new Error(`test/both-engines.ts: ${faults.join(" ")}`);
}

/** For everyday work: no browser and no other engine has to be started. */
export const fastJobs = (): Job[] => [
  ...jobs({ title: "pure logic" }, all.filter(isIn("server/", "web/"))),
  ...jobs({ title: "the contract" }, all.filter(isIn("test/contract/"))),
];

export async function allJobs(): Promise<Job[]> {
  await checkEngines();
  const browser = all.filter(isIn("test/browser/"));
  const postgres = all.filter(isIn("test/postgres/"));
  const embedded = all.filter((file) => !browser.includes(file) && !postgres.includes(file));
  const environment = await inMemory();
  return [
    ...jobs({ title: "in the browser", environment }, browser),
    ...jobs({ title: "on PostgreSQL", environment: { TEST_ENGINE: "postgres", ...environment } }, onBothEngines),
    ...jobs({ title: "on the embedded engine" }, embedded),
    ...jobs({ title: "PostgreSQL itself", environment }, postgres),
  ];
}

/** The long fault runs, at their full length. Found by what they call, so that none is forgotten. */
export async function faultJobs(): Promise<Job[]> {
  const found: Job[] = [];
  for (const job of await allJobs()) {
    if (!(await contains(job.file, /\brounds\(/))) continue;
    found.push({ ...job, kind: { ...job.kind, environment: { ...job.kind.environment, TEST_ROUNDS: "whole" } } });
  }
  return found;
}
