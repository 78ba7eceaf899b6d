import type { AuditEntry } from "../../contract/access.ts";
import type { AuditEvent } from "../../contract/constants.ts";
import type { Reader, Tx } from "../db/db.ts";
import { composed, sql } from "../db/sql.ts";
import { type PruningJob, untilNothingIsLeft } from "../log/pruning.ts";

export type AuditRecord = {
  event: AuditEvent;
  actor: string;
  subject: string;
  address: string;
  detail?: Record<string, unknown>;
};

/** Writes in the transaction of the event itself, so that neither exists without the other. Never contains a secret. */
export const appendAudit = (tx: Tx, record: AuditRecord, at: number) =>
  tx.run(
    sql`insert into audit (at, event, actor, subject, address, detail)
      values (${at}, ${record.event}, ${record.actor}, ${record.subject}, ${record.address},
        ${JSON.stringify(record.detail ?? {})})`,
  );

type AuditRow = Omit<AuditEntry, "at" | "detail"> & { at: number; detail: string };

type Wanted = {
  before?: number | undefined;
  event?: AuditEvent | undefined;
  /** The actor or the subject of the event. */
  who?: string | undefined;
  limit: number;
};

/** The entries before `before`, newest first. */
export async function auditEntries(reader: Reader, { before, event, who, limit }: Wanted): Promise<AuditEntry[]> {
  const conditions: [string, ...(string | number)[]][] = [];
  if (before !== undefined) conditions.push(["seq < ?", before]);
  if (event !== undefined) conditions.push(["event = ?", event]);
  if (who !== undefined) conditions.push(["(actor = ? or subject = ?)", who, who]);
  const where = conditions.map(([condition]) => condition).join(" and ");
  const rows = await reader.all<AuditRow>(
    composed(
      `select seq, at, event, actor, subject, address, detail from audit
        ${where && `where ${where}`} order by seq desc limit ?`,
      [...conditions.flatMap(([, ...values]) => values), limit],
    ),
  );
  return rows.map((row) => ({ ...row, at: new Date(row.at).toISOString(), detail: JSON.parse(row.detail) }));
}

const perStep = 1_000;

/** Removes entries that are older than `auditMs`; Infinity keeps all of them. */
export const forgetAudit = (auditMs: number): PruningJob =>
  untilNothingIsLeft(async (tx, now) => {
    const old = await tx.all<{ seq: number; at: number }>(sql`select seq, at from audit order by seq limit ${perStep}`);
    const past = old.findLast(({ at }) => at < now - auditMs);
    if (!past) return 0;
    await tx.run(sql`delete from audit where seq <= ${past.seq}`);
    return old.indexOf(past) + 1;
  });
