import type { Tx } from "../db/db.ts";
import { composed, sql } from "../db/sql.ts";
import { secretHash } from "../people/secrets.ts";

/** A sign-in page asks for a challenge when it opens, and may stay open for a while before someone uses it. */
export const challengeMs = 10 * 60_000;
/** Anyone can ask for challenges: those of one address replace each other, and so do those of all. */
const mostOfAddress = 20;
export const mostChallenges = 10_000;

/** To add a passkey to an account, by the person who is signed in or with a link: worth nothing without that link. */
export type NewPasskeyFor = { purpose: "add" | `link:${string}`; userKey: number };
export type ChallengeFor = { purpose: "sign-in" } | NewPasskeyFor;

const userOf = (given: ChallengeFor): number | null => ("userKey" in given ? given.userKey : null);

export async function insertChallenge(
  tx: Tx,
  challenge: string,
  given: ChallengeFor,
  { address, at }: { address: string; at: number },
): Promise<void> {
  await tx.run(sql`delete from passkey_challenges where expires_at <= ${at}`);
  const own = await tx.all<{ challenge_hash: string }>(
    sql`select challenge_hash from passkey_challenges where address = ${address} order by expires_at desc
      limit ${2 * mostOfAddress}`,
  );
  const all = await tx.get<{ count: number }>(sql`select count(*) as count from passkey_challenges`);
  const old = await tx.all<{ challenge_hash: string }>(
    sql`select challenge_hash from passkey_challenges order by expires_at
      limit ${Math.max(0, (all?.count ?? 0) - mostChallenges + 1)}`,
  );
  const gone = [...own.slice(mostOfAddress - 1), ...old].map(({ challenge_hash }) => challenge_hash);
  if (gone.length > 0) await tx.run(composed(`delete from passkey_challenges where challenge_hash in (?)`, [gone]));
  await tx.run(
    sql`insert into passkey_challenges (challenge_hash, purpose, user_key, address, expires_at)
      values (${secretHash(challenge)}, ${given.purpose}, ${userOf(given)}, ${address}, ${at + challengeMs})`,
  );
}

/** Uses up a challenge; false if there is none for this, or it was used or has expired. */
export async function takeChallenge(tx: Tx, challenge: string, given: ChallengeFor, at: number): Promise<boolean> {
  const taken = await tx.run(
    sql`delete from passkey_challenges where challenge_hash = ${secretHash(challenge)} and expires_at > ${at}
      and purpose = ${given.purpose} and coalesce(user_key, 0) = ${userOf(given) ?? 0}`,
  );
  return taken === 1;
}
