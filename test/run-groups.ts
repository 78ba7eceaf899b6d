import { statfs } from "node:fs/promises";
import { Glob } from "bun";
import type { Group } from "./run-group.ts";

const all = [...new Glob("{server,web,test}/**/*.test.ts").scanSync(".")].sort();
const isIn =
  (...folders: string[]) =>
  (file: string) =>
    folders.some((folder) => file.startsWith(folder));

/** For everyday work: no browser and no other engine has to be started. */
export const fastGroups = (): Group[] => [
  { title: "pure logic", files: all.filter(isIn("server/", "web/")) },
  { title: "the contract", files: all.filter(isIn("test/contract/")) },
];

/** Files are found by their contents, so that no list has to be maintained and no file is forgotten. */
const startsTheApp = async (file: string) => /\bstart\w*App\(/.test(await Bun.file(file).text());

/** Tests of the bytes of pictures give the same result on both engines. */
const isAboutBytes = (file: string) => /\/images\/(malformed|serve|many-ask)\./.test(file);

/** The data of a test server is not needed after the run. A new database for each suite is a thousand files, a third of its time on disk. */
async function inMemory(): Promise<Record<string, string>> {
  const folder = "/dev/shm";
  const freeBytes = await statfs(folder).then(
    ({ bavail, bsize }) => bavail * bsize,
    () => 0,
  );
  return freeBytes > 4 * 1024 ** 3 ? { TMPDIR: folder } : {};
}

/** Splits a group into parts of about the same length, so that the lanes end at about the same time. */
function parts(count: number, group: Group): Group[] {
  return Array.from({ length: count }, (_, part) => ({
    ...group,
    title: `${group.title}, part ${part + 1} of ${count}`,
    files: group.files.filter((_, at) => at % count === part),
  }));
}

/** In the order in which the lanes take them, with the longest first. */
export async function groups(): Promise<Group[]> {
  const browser = all.filter(isIn("test/browser/"));
  const postgres = all.filter(isIn("test/postgres/"));
  const embedded = all.filter((file) => !browser.includes(file) && !postgres.includes(file));
  const onBoth: string[] = [];
  for (const file of embedded) if (!isAboutBytes(file) && (await startsTheApp(file))) onBoth.push(file);
  const memory = await inMemory();
  return [
    ...parts(3, { title: "in the browser", files: browser }),
    ...parts(2, { title: "on PostgreSQL", files: onBoth, environment: { TEST_ENGINE: "postgres", ...memory } }),
    ...parts(3, { title: "on the embedded engine", files: embedded }),
    { title: "PostgreSQL itself", files: postgres, environment: memory },
  ];
}
