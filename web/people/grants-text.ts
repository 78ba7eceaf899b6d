import type { Grant } from "../../contract/access.ts";
import type { LaterText } from "../platform/i18n/later-words.ts";

/** "Editor of aurora-market, translator (ru) everywhere" */
export function grantsText(words: LaterText["people"], grants: Grant[]): string {
  if (grants.length === 0) return words.noGrants;
  return grants
    .map((grant) => {
      const languages = grant.languages?.length ? ` (${grant.languages.join(", ")})` : "";
      return `${words.roles[grant.role]}${languages} · ${grant.subtree ?? grant.project ?? words.everywhere}`;
    })
    .join("; ");
}
