import type { Grant } from "../../contract/access.ts";
import { type HolderKind, heldGrants, replaceGrants, shownGrants } from "../access/grants.sql.ts";
import type { Tx } from "../db/db.ts";
import { type AuditRecord, appendAudit } from "./audit.sql.ts";

type Change = {
  kind: HolderKind;
  key: number;
  /** Gets the grants that the holder has, and returns those that they are to have. */
  to(before: readonly Grant[]): readonly Grant[];
  who: Pick<AuditRecord, "actor" | "subject" | "address">;
  at: number;
};

/** Replaces all grants of a person or a key, and notes it in the audit log. */
export async function changeGrants(tx: Tx, { kind, key, to, who, at }: Change): Promise<void> {
  const before = await shownGrants(tx, await heldGrants(tx, kind, key));
  const after = to(before);
  await replaceGrants(tx, kind, key, after);
  await appendAudit(tx, { event: "grants_changed", ...who, detail: { before, after } }, at);
}
