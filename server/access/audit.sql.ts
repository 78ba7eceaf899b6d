import type { AuditEntry, AuditEvent } from "../../contract/access.ts";
import type { Reader, Tx } from "../db/db.ts";
import { composed, sql } from "../db/sql.ts";

export type AuditRecord = {
  event: AuditEvent;
  actor: string;
  subject: string;
  address: string;
  detail?: Record<string, unknown>;
};

/** Written in the transaction of what it tells of: neither is there without the other. Never holds a secret. */
export const appendAudit = (tx: Tx, record: AuditRecord, at: number) =>
  tx.run(
    sql`insert into audit (at, event, actor, subject, address, detail)
      values (${at}, ${record.event}, ${record.actor}, ${record.subject}, ${record.address},
        ${JSON.stringify(record.detail ?? {})})`,
  );

type AuditRow = Omit<AuditEntry, "at" | "detail"> & { at: number; detail: string };

/** Newest first, from before `before`. */
export async function auditEntries(
  reader: Reader,
  { before, event, limit }: { before?: number | undefined; event?: AuditEvent | undefined; limit: number },
): Promise<AuditEntry[]> {
  const conditions = [...(before === undefined ? [] : ["seq < ?"]), ...(event === undefined ? [] : ["event = ?"])];
  const rows = await reader.all<AuditRow>(
    composed(
      `select seq, at, event, actor, subject, address, detail from audit
        ${conditions.length > 0 ? `where ${conditions.join(" and ")}` : ""} order by seq desc limit ?`,
      [...(before === undefined ? [] : [before]), ...(event === undefined ? [] : [event]), limit],
    ),
  );
  return rows.map((row) => ({ ...row, at: new Date(row.at).toISOString(), detail: JSON.parse(row.detail) }));
}
