import type { Reader } from "../db/db.ts";
import { composed } from "../db/sql.ts";
import type { HeldGrant, Holder } from "./caller.ts";
import { type GrantRow, heldGrant } from "./grants.sql.ts";
import { keyIsUnknown, signInFirst } from "./not-signed-in.ts";

/** A session ends after this long without a request: half a day. */
export const idleMs = 12 * 60 * 60 * 1000;

/** When a session ends if it gets no more requests. */
export const sessionEnd = ({ expires_at, seen_at }: { expires_at: number; seen_at: number }): number =>
  Math.min(expires_at, seen_at + idleMs);

/** The grants of a person or a program, and when their access ends unless it is changed before. */
type Standing = { until: number; grants: HeldGrant[] };

/** One row per grant, or one without a role if there are no grants. `seen_at` is null for a key. */
type Row = { holder: number; expires_at: number | null; seen_at: number | null } & (GrantRow | { role: null });

const queries = {
  key: `select k.key as holder, k.expires_at, null as seen_at, g.role, g.project_key, g.node_key, g.languages
    from api_keys k left join grants g on g.holder_kind = 'key' and g.holder_key = k.key
    where k.key in (?) order by g.key`,
  user: `select s.key as holder, s.expires_at, s.seen_at, g.role, g.project_key, g.node_key, g.languages
    from sessions s join users u on u.key = s.user_key and u.active = 1
    left join grants g on g.holder_kind = 'user' and g.holder_key = u.key
    where s.key in (?) order by g.key`,
  account: `select u.key as holder, null as expires_at, null as seen_at, g.role, g.project_key, g.node_key, g.languages
    from users u left join grants g on g.holder_kind = 'user' and g.holder_key = u.key
    where u.active = 1 and u.key in (?) order by g.key`,
};

/**
 * Access ends with the credential of the request: with the key, or with the session even if the account stays. Work that
 * goes on without a request has no session: it ends with the account.
 */
type Credential = keyof typeof queries;
const credentialKind = ({ kind, sessionKey }: Holder): Credential =>
  kind === "key" ? "key" : sessionKey === undefined ? "account" : "user";
const credentialOf = (holder: Holder): number => holder.sessionKey ?? holder.key;

async function standingsOf(reader: Reader, kind: Credential, holders: readonly Holder[]) {
  const found = new Map<number, Standing>();
  const credentials = holders.filter((holder) => credentialKind(holder) === kind).map(credentialOf);
  if (credentials.length === 0) return found;
  for (const row of await reader.all<Row>(composed(queries[kind], [credentials]))) {
    const expiresAt = row.expires_at ?? Number.POSITIVE_INFINITY;
    const until = row.seen_at === null ? expiresAt : sessionEnd({ expires_at: expiresAt, seen_at: row.seen_at });
    const standing = found.get(row.holder) ?? { until, grants: [] };
    if (row.role !== null) standing.grants.push(heldGrant(row));
    found.set(row.holder, standing);
  }
  return found;
}

/** The current access of a holder, in one statement. Throws a problem if they have none any more. */
export async function standingOf(reader: Reader, holder: Holder): Promise<Standing> {
  const standing = (await standingsOf(reader, credentialKind(holder), [holder])).get(credentialOf(holder));
  if (standing) return standing;
  throw holder.kind === "key" ? keyIsUnknown() : signInFirst();
}

/**
 * The current access of several holders, in the same order, in a statement for each kind. Undefined for a revoked key, an ended
 * session or a closed account.
 */
export async function standings(reader: Reader, holders: readonly Holder[]): Promise<(Standing | undefined)[]> {
  const found = {
    key: await standingsOf(reader, "key", holders),
    user: await standingsOf(reader, "user", holders),
    account: await standingsOf(reader, "account", holders),
  };
  return holders.map((holder) => found[credentialKind(holder)].get(credentialOf(holder)));
}
