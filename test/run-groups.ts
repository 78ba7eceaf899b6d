import { statfs } from "node:fs/promises";
import { Glob } from "bun";
import type { Group } from "./run-group.ts";

const all = [...new Glob("{server,web,test}/**/*.test.ts").scanSync(".")].sort();
const isIn =
  (...folders: string[]) =>
  (file: string) =>
    folders.some((folder) => file.startsWith(folder));

/** For everyday work: neither a browser nor another engine has to be started. */
export const fastGroups = (): Group[] => [
  { title: "pure logic", files: all.filter(isIn("server/", "web/")) },
  { title: "the contract", files: all.filter(isIn("test/contract/")) },
];

/** Found by what they do, so that no list has to be kept and no suite can be left out. */
const startsTheApp = async (file: string) => /\bstart\w*App\(/.test(await Bun.file(file).text());

/** What is about the bytes of pictures alone is the same on either engine. */
const isAboutBytes = (file: string) => /\/images\/(malformed|serve|many-ask)\./.test(file);

/** Nothing of a trial server survives the run, and a database for each suite is a thousand files: a third of its time. */
async function inMemory(): Promise<Record<string, string>> {
  const folder = "/dev/shm";
  const room = await statfs(folder).then(
    ({ bavail, bsize }) => bavail * bsize,
    () => 0,
  );
  return room > 4 * 1024 ** 3 ? { TMPDIR: folder } : {};
}

/** So many parts of about the same length: lanes that take them from a queue end at about the same time. */
function parts(count: number, group: Group): Group[] {
  return Array.from({ length: count }, (_, part) => ({
    ...group,
    title: `${group.title}, part ${part + 1} of ${count}`,
    files: group.files.filter((_, at) => at % count === part),
  }));
}

/** In the order in which lanes take them: what takes long comes first. */
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
