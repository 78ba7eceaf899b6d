import type { Database } from "bun:sqlite";
import type { SqliteDb } from "../db/sqlite/sqlite.ts";
import type { Position } from "../log/event-id.ts";
import { endOfLog } from "../log/follow.sql.ts";
import { allProjects } from "../projects/projects.sql.ts";
import { operator } from "./grant-options.ts";

/** Who may come in, and the record of it. */
const accessTables = ["users", "sessions", "api_keys", "grants", "audit", "sign_in_failures", "rate_counts"];
/** Who is told of what changes. */
const webhookTables = ["webhooks", "webhook_deliveries"];

type Project = { key: number; id: string };

/**
 * What a restore leaves as it is. Taken back with the catalog, a key that was revoked since the backup would open
 * again, and so would a session, a password, a grant; a webhook that was removed would be told everything.
 */
export type Left = { access: boolean; webhooks: boolean; tables: ReadonlySet<string>; projects: readonly Project[] };

export function leftByRestore(db: Database): Left {
  // By the numbers that were ever given out: of what is revoked nothing else may be left to tell.
  const everHad = (table: string) =>
    db.query("select 1 from main.sqlite_sequence where name = ? and seq > 0").get(table) !== null;
  const access = everHad("users") || everHad("api_keys");
  const webhooks = everHad("webhooks");
  return {
    access,
    webhooks,
    tables: new Set([...(access ? accessTables : []), ...(webhooks ? webhookTables : [])]),
    projects: db.query<Project, []>("select key, id from main.projects").all(),
  };
}

/** Where the log of each project ends in the backup. */
export type LogEnds = readonly { projectKey: number; end: Position }[];

export const logEndsOf = (backup: SqliteDb): Promise<LogEnds> =>
  backup.read(async (reader) => {
    const ends = [];
    for (const { key } of await allProjects(reader)) ends.push({ projectKey: key, end: await endOfLog(reader, key) });
    return ends;
  });

/** In the transaction of the restore, once the rest is there. Returns what to say about it. */
export function settleAccess(db: Database, left: Left, ends: LogEnds, backup: string): string[] {
  const lost = dropWithProjects(db, left);
  if (left.webhooks) placeAtEnd(db, ends);
  // A session that has ended since cannot be told from one that has not.
  if (!left.access) db.exec("delete from main.sessions");
  const detail = JSON.stringify({
    access: left.access ? "kept" : "of the backup",
    webhooks: left.webhooks ? "kept" : "of the backup",
  });
  db.query(
    "insert into main.audit (at, event, actor, subject, address, detail) values (?, 'catalog_restored', ?, ?, ?, ?)",
  ).run(Date.now(), operator.actor, backup, operator.address, detail);
  return words(db, left, lost);
}

type Lost = { grants: number; webhooks: number };

/** A project is the same one only with the same number and id: a grant must not come to hold for another. */
function dropWithProjects(db: Database, { access, webhooks, projects }: Left): Lost {
  const here = new Map(
    db
      .query<Project, []>("select key, id from main.projects")
      .all()
      .map(({ key, id }) => [key, id]),
  );
  const lost = { grants: 0, webhooks: 0 };
  for (const { key, id } of projects) {
    if (here.get(key) === id) continue;
    if (access) lost.grants += db.query("delete from main.grants where project_key = ?").run(key).changes;
    if (!webhooks) continue;
    db.query(
      "delete from main.webhook_deliveries where webhook_key in (select key from main.webhooks where project_key = ?)",
    ).run(key);
    lost.webhooks += db.query("delete from main.webhooks where project_key = ?").run(key).changes;
  }
  return lost;
}

/** Where a webhook stood is not in this log: it goes on with what changes from now on. */
function placeAtEnd(db: Database, ends: LogEnds): void {
  const place = db.query(
    "update main.webhooks set position_transaction = ?, position_seq = ?, position_mark = ? where project_key = ?",
  );
  for (const { projectKey, end } of ends) place.run(end.transaction, end.seq, end.mark, projectKey);
}

function words(db: Database, left: Left, lost: Lost): string[] {
  const count = (table: string) =>
    db.query<{ count: number }, []>(`select count(*) as count from main.${table}`).get()?.count ?? 0;
  const said: string[] = [];
  if (left.access) {
    said.push(
      "People, keys, sessions and the record of access are left as they are: what was revoked since the backup stays " +
        "revoked. Those of the backup come only into a catalog that never had any.",
    );
  } else if (count("users") + count("api_keys") > 0) {
    said.push(
      "People and keys are those of the backup; whatever was revoked since opens again. Look " +
        "through them: npx catalog users list, npx catalog keys list. Everyone has to sign in again.",
    );
  }
  if (left.webhooks) said.push("Webhooks are left as they are, and go on with what changes from now on.");
  else if (count("webhooks") > 0) {
    said.push("Webhooks are those of the backup, removed ones too. Look through them: npx catalog webhooks list.");
  }
  const parts = [some(lost.grants, "grant"), some(lost.webhooks, "webhook")].filter(Boolean);
  if (parts.length > 0) said.push(`${parts.join(" and ")} went with projects that the backup does not have.`);
  return said;
}

const some = (count: number, what: string): string => (count === 0 ? "" : `${count} ${what}${count === 1 ? "" : "s"}`);
