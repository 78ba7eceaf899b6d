import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { createClient } from "../../contract/client.ts";
import { keys } from "../../server/cli/keys.command.ts";
import { users } from "../../server/cli/users.command.ts";
import type { Db } from "../../server/db/db.ts";
import { composed } from "../../server/db/sql.ts";
import { runCommand } from "../support/run-command.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

/** The versions of this program whose databases are kept: see keep.ts. */
export const keptVersions = readdirSync(import.meta.dir).flatMap((file) => /^(\w+)\.tar\.gz$/.exec(file)?.[1] ?? []);

/** A copy of the data folder of a version, and a dump of its PostgreSQL database. */
export function unpacked(version: string): { dataDir: string; dump: string } {
  const folder = temporaryFolder();
  const { exitCode, stderr } = Bun.spawnSync([
    "tar",
    "--extract",
    "--no-same-owner",
    `--file=${join(import.meta.dir, `${version}.tar.gz`)}`,
    `--directory=${folder}`,
  ]);
  if (exitCode !== 0) throw new Error(`tar ended with ${exitCode}: ${stderr}`);
  const dump = readFileSync(join(folder, "dump.sql"), "utf8");
  // Only psql understands lines that start with a backslash.
  return { dataDir: join(folder, "data"), dump: dump.replace(/^\\.*$/gm, "") };
}

const tables = [
  "projects",
  "categories",
  "subcategories",
  "items",
  "changes",
  "users",
  "grants",
  "trash_items",
] as const;

export type Counts = Record<string, number>;

/** The number of rows of each table with something that people made. */
export async function countsOf(count: (table: string) => Promise<number>): Promise<Counts> {
  const counts: Counts = {};
  for (const table of tables) counts[table] = await count(table);
  return counts;
}

export const countsIn = (db: Db): Promise<Counts> =>
  countsOf(async (table) => {
    const row = await db.single.get<{ n: number }>(composed(`select count(*) as n from ${table}`, []));
    return row?.n ?? 0;
  });

/** What keep.ts made, as a service shows it. */
export async function keptThrough(url: string, settings: Record<string, string>) {
  const api = createClient(url);
  const [item] = (await api.listItems({ params: { subcategoryId: "kept" } })).data.items;
  if (!item) throw new Error("The item is missing.");
  const { entries } = (await api.itemHistory({ params: { itemId: item.id }, query: { folded: false } })).data;
  const picture = await fetch(new URL(item.imgs[0] ?? "", url));
  const listed = async (command: typeof users) => (await runCommand(command, ["list"], settings)).output;
  return {
    item: { name: item.name, price: item.price, ru: item.translations.ru?.name },
    comments: item.comments.map(({ text }) => text),
    history: entries.map(({ action }) => action),
    picture: [picture.status, picture.headers.get("content-type")],
    users: await listed(users),
    keys: (await listed(keys)).split("\t").slice(1, 3),
    written: item.quantity,
  };
}

export const kept: Omit<Awaited<ReturnType<typeof keptThrough>>, "written"> = {
  item: { name: "Second name", price: 10, ru: "Имя" },
  comments: ["A comment"],
  history: ["update", "update", "create"],
  picture: [200, "image/png"],
  users: "keeper\tactive\tadmin of everything\n",
  keys: ["reader", "viewer of everything"],
};
