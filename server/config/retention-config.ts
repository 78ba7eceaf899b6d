import type { Retention } from "../retention.ts";

export const retentionSettings = [
  {
    name: "TRASH_DAYS",
    fallback: "30",
    help: "days for which deleted items, subcategories and categories can be restored",
  },
  { name: "HISTORY_DAYS", fallback: "730", help: "days for which the history is kept, at least 7; 0: for ever" },
  {
    name: "HISTORY_MB",
    fallback: "4096",
    help: "megabytes that the history may take; the oldest changes are removed first, never those of the last 7 days; 0: no limit",
  },
  {
    name: "AUDIT_DAYS",
    fallback: "730",
    help: "days for which the audit log of sign-ins, people and keys is kept; 0: for ever",
  },
] as const;

type Readers = { whole(name: string, minimum: number, maximum: number): number; faults: string[] };

const dayMs = 86_400_000;

export function readRetention({ whole, faults }: Readers): Retention {
  const days = whole("HISTORY_DAYS", 0, 100_000);
  if (days > 0 && days < 7) faults.push(`HISTORY_DAYS is "${days}"; it must be 0 or at least 7.`);
  const auditDays = whole("AUDIT_DAYS", 0, 100_000);
  const megabytes = whole("HISTORY_MB", 0, 999_999_999);
  return {
    trashMs: whole("TRASH_DAYS", 1, 10_000) * dayMs,
    historyMs: days === 0 ? Number.POSITIVE_INFINITY : days * dayMs,
    historyBytes: megabytes === 0 ? Number.POSITIVE_INFINITY : megabytes * 1024 * 1024,
    auditMs: auditDays === 0 ? Number.POSITIVE_INFINITY : auditDays * dayMs,
  };
}
