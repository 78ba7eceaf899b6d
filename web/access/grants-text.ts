import type { Grant } from "../../contract/access.ts";
import type { Text } from "../i18n/i18n.ts";

/** "Editor of aurora-market, translator (ru) everywhere" */
export function grantsText(t: Text, grants: Grant[]): string {
  if (grants.length === 0) return t.access.noGrants;
  return grants
    .map((grant) => {
      const languages = grant.languages?.length ? ` (${grant.languages.join(", ")})` : "";
      return `${t.access.roles[grant.role]}${languages} · ${grant.subtree ?? grant.project ?? t.access.everywhere}`;
    })
    .join("; ");
}
