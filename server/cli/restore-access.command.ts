import type { Database } from "bun:sqlite";
import type { SqliteDb } from "../db/sqlite/sqlite.ts";
import type { Position } from "../log/event-id.ts";
import { endOfLog } from "../log/follow.sql.ts";
import { allProjects } from "../projects/projects.sql.ts";
import { operator } from "./grant-options.ts";

/** Who may sign in, and the audit log. */
const accessTables = [
  "users",
  "sessions",
  "access_links",
  "passkeys",
  "passkey_challenges",
  "api_keys",
  "grants",
  "audit",
  "sign_in_failures",
  "rate_counts",
];
/** Who gets the changes. */
const webhookTables = ["webhooks", "webhook_deliveries"];

type Project = { key: number; id: string };

/**
 * What a restore does not change. If it did, a key that was revoked since the backup would work again, and so would a
 * session, a password or a grant; and a webhook that was removed would get all changes.
 */
export type Left = { access: boolean; webhooks: boolean; tables: ReadonlySet<string>; projects: readonly Project[] };

export function leftByRestore(db: Database): Left {
  // By the numbers that were ever used: if everything was revoked, there are no rows.
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

/** Runs in the transaction of the restore, after the catalog is replaced. Returns the lines to print. */
export function settleAccess(db: Database, left: Left, ends: LogEnds, backup: string): string[] {
  const lost = dropWithProjects(db, left);
  if (left.webhooks) placeAtEnd(db, ends);
  if (left.access) dropWithOwners(db);
  // Nobody can tell which sessions have ended and which links were used since the backup.
  if (!left.access) {
    for (const table of ["sessions", "access_links", "passkey_challenges"]) db.exec(`delete from main.${table}`);
  }
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

/** A project is the same only if its key and id are the same: a grant must not apply to another project. */
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

/**
 * Private views went with the person or key that was removed since the backup, and must not come back. Nor must the
 * mentions and notices of such a person.
 */
function dropWithOwners(db: Database): void {
  db.exec(`delete from main.views where shared = 0 and (
      (holder_kind = 'user' and holder_key not in (select key from main.users))
      or (holder_kind = 'key' and holder_key not in (select key from main.api_keys))
    )`);
  for (const table of ["notices", "mentions"]) {
    db.exec(`delete from main.${table} where user_key not in (select key from main.users)`);
  }
}

/** The position of a webhook is not in this log, so it continues with changes from now on. */
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
      "People, keys, sessions and the audit log are not changed: what was revoked since the backup stays revoked. " +
        "Only a catalog that never had people or keys gets those of the backup.",
    );
  } else if (count("users") + count("api_keys") > 0) {
    said.push(
      "People and keys are those of the backup, so what was revoked since then works again. Check them: " +
        "npx catalog users list, npx catalog keys list. Everyone has to sign in again.",
    );
  }
  if (left.webhooks) said.push("Webhooks are not changed. They continue with changes from now on.");
  else if (count("webhooks") > 0) {
    said.push(
      "Webhooks are those of the backup, including those removed since then. Check them: npx catalog webhooks list",
    );
  }
  const parts = [some(lost.grants, "grant"), some(lost.webhooks, "webhook")].filter(Boolean);
  if (parts.length > 0) said.push(`Removed ${parts.join(" and ")} of projects that the backup does not have.`);
  return said;
}

const some = (count: number, what: string): string => (count === 0 ? "" : `${count} ${what}${count === 1 ? "" : "s"}`);
