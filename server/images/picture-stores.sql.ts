import type { Db, Reader } from "../db/db.ts";
import { sql } from "../db/sql.ts";

export type NodeStore = { node: string; store: string };

export const noteStore = (db: Db, { node, store }: NodeStore, at: number) =>
  db.write((tx) =>
    tx.run(
      sql`insert into picture_stores (node, store, seen_at) values (${node}, ${store}, ${at})
        on conflict (node) do update set seen_at = excluded.seen_at`,
    ),
  );

export const forgetStore = (db: Db, node: string) =>
  db.write((tx) => tx.run(sql`delete from picture_stores where node = ${node}`));

export const forgetStoresBefore = (db: Db, at: number) =>
  db.write((tx) => tx.run(sql`delete from picture_stores where seen_at < ${at}`));

export const storesSince = (reader: Reader, at: number) =>
  reader.all<NodeStore>(sql`select node, store from picture_stores where seen_at >= ${at} order by node`);

export const isNoted = async (reader: Reader, node: string): Promise<boolean> =>
  (await reader.get(sql`select node from picture_stores where node = ${node}`)) !== undefined;
