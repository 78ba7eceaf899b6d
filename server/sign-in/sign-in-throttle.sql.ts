import type { Db, Reader, Tx } from "../db/db.ts";
import { composed, sql } from "../db/sql.ts";
import { Problem } from "../http/problem.ts";
import { untilNothingIsLeft } from "../log/pruning.ts";
import { foldedName } from "../people/users.sql.ts";

const accountFailures = 5;
const addressFailures = 20;
const longestWaitMs = 15 * 60 * 1000;
const forgottenAfterMs = 60 * 60 * 1000;

const firstWaitMs = 1_000;
/** Each sends a mail to someone who may not have asked for it. */
const accountResets = 3;
const addressResets = 20;
const firstResetWaitMs = 60_000;

type Bucket = { name: string; free: number; firstWaitMs: number };

const accountBucket = (name: string) => `account ${foldedName(name)}`;
const addressBucket = (address: string) => `address ${address}`;

/** Throttles many names from one address, and one name from many addresses. A link names no account. */
const bucketsOf = (name: string | undefined, address: string): Bucket[] => [
  ...(name === undefined ? [] : [{ name: accountBucket(name), free: accountFailures, firstWaitMs }]),
  { name: addressBucket(address), free: addressFailures, firstWaitMs },
];

const resetBucketsOf = (name: string, address: string): Bucket[] => [
  { name: `reset ${foldedName(name)}`, free: accountResets, firstWaitMs: firstResetWaitMs },
  { name: `reset address ${address}`, free: addressResets, firstWaitMs: firstResetWaitMs },
];

type FailureRow = { bucket: string; failures: number; wait_until: number; at: number };

/** Refuses a sign-in that has to wait because too many have failed. An unknown name waits like a known one. */
export const refuseWhileWaiting = (reader: Reader, name: string | undefined, address: string, at: number) =>
  refuseFull(reader, bucketsOf(name, address), at);

async function refuseFull(reader: Reader, buckets: readonly Bucket[], at: number): Promise<FailureRow[]> {
  const rows = await reader.all<FailureRow>(
    composed(`select bucket, failures, wait_until, at from sign_in_failures where bucket in (?)`, [
      buckets.map((bucket) => bucket.name),
    ]),
  );
  const seconds = Math.ceil(Math.max(0, ...rows.map((row) => row.wait_until - at)) / 1000);
  if (seconds === 0) return rows;
  const detail = `Too many attempts. Try again in ${seconds} seconds.`;
  throw new Problem("rate_limited", detail, {}, { "retry-after": String(seconds) });
}

/** Counts an attempt as failed before it is made, so that concurrent guesses gain nothing. A success undoes it. */
export const beginAttempt = (tx: Tx, name: string | undefined, address: string, at: number) =>
  count(tx, bucketsOf(name, address), at);

/** Counts a request for a new password. Nothing undoes it: a name that exists waits like one that does not. */
export async function countReset(db: Db, name: string, address: string, at: number): Promise<void> {
  const buckets = resetBucketsOf(name, address);
  await db.read((reader) => refuseFull(reader, buckets, at));
  await db.write((tx) => count(tx, buckets, at));
}

async function count(tx: Tx, buckets: readonly Bucket[], at: number): Promise<void> {
  // Locks the rows first: of two attempts on two nodes, the second sees what the first has counted.
  for (const { name: bucket } of buckets) {
    await tx.run(
      sql`insert into sign_in_failures (bucket, failures, wait_until, at) values (${bucket}, 0, 0, ${at})
        on conflict (bucket) do update set bucket = excluded.bucket`,
    );
  }
  const rows = await refuseFull(tx, buckets, at);
  for (const bucket of buckets) {
    const row = rows.find((candidate) => candidate.bucket === bucket.name);
    const failures = (row && at - row.at < forgottenAfterMs ? row.failures : 0) + 1;
    const excess = failures - bucket.free;
    const until = excess < 0 ? 0 : at + Math.min(longestWaitMs, bucket.firstWaitMs * 2 ** Math.min(excess, 20));
    await tx.run(
      sql`update sign_in_failures set failures = ${failures}, wait_until = ${until}, at = ${at}
        where bucket = ${bucket.name}`,
    );
  }
}

/** Correct credentials clear the failures of their account. */
export async function attemptSucceeded(tx: Tx, name: string, address: string): Promise<void> {
  await forgiveAccount(tx, name);
  await returnAttempt(tx, address);
}

export const forgiveAccount = (tx: Tx, name: string) =>
  tx.run(sql`delete from sign_in_failures where bucket = ${accountBucket(name)}`);

/** Gives only this attempt back to the address, which may be guessing at other accounts. */
export const returnAttempt = (tx: Tx, address: string) =>
  tx.run(
    sql`update sign_in_failures set failures = failures - 1 where bucket = ${addressBucket(address)} and failures > 0`,
  );

/** Each is a guess that was checked: an attacker with thousands of addresses makes this many in an hour. */
export const mostFailures = 100_000;
const perStep = 1_000;

/** Removes failures that no longer count, and the oldest beyond `mostFailures`. */
export const forgetFailures = untilNothingIsLeft(async (tx, now) => {
  const all = await tx.get<{ count: number }>(sql`select count(*) as count from sign_in_failures`);
  const tooMany = Math.min(perStep, (all?.count ?? 0) - mostFailures);
  const old = await tx.all<{ bucket: string; at: number }>(
    sql`select bucket, at from sign_in_failures order by at limit ${perStep}`,
  );
  const gone = old.filter((row, index) => index < tooMany || row.at < now - forgottenAfterMs);
  if (gone.length === 0) return 0;
  return tx.run(
    composed(`delete from sign_in_failures where bucket in (?)`, [gone.map(({ bucket }) => bucket).sort()]),
  );
});
