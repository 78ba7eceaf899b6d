import { errorCodes } from "../../contract/errors.ts";
import { allowAgain } from "../access/allow.ts";
import type { Caller, Question } from "../access/caller.ts";
import { writeAs } from "../access/write-as.ts";
import type { Db, Tx } from "../db/db.ts";
import { sql } from "../db/sql.ts";
import { Problem } from "../http/problem.ts";
import type { Author } from "../log/changes.sql.ts";
import { untilNothingIsLeft } from "../log/pruning.ts";
import type { Answer } from "./answer.ts";

/** How long a request with the same key gets the same answer. */
const answerRetentionMs = 24 * 60 * 60 * 1_000;

/** A request with an Idempotency-Key; `request` is a hash of its method, path, If-Match and body. */
export type KeyedRequest = { idempotencyKey: string; request: string };

/** `asked` are the access checks behind the answer. Answers that an earlier version stored have none. */
type Stored = { asked?: Question[] } & (
  | {
      set: string | null;
      answer: { body: string; status?: 200; etag?: string; language?: string; headers?: Record<string, string> } | null;
    }
  | { problem: Pick<Problem, "code" | "message" | "members" | "headers"> }
);

/**
 * Writes one time, however often the request is repeated. The answer is stored in the transaction of the write, so that
 * after a crash either both exist or neither. A repetition waits while the first request runs. A repetition must still
 * be allowed: the answer may show what the caller may no longer see.
 */
export async function writeOnce(
  db: Db,
  keyed: KeyedRequest,
  { author, caller }: { author: Author; caller: Caller },
  work: (tx: Tx) => Promise<Answer | undefined>,
): Promise<Answer | undefined> {
  const asked = new Map<string, Question>();
  // The caller of the open mode is a shared constant, and its access is never checked.
  if (caller.holder) caller.asked = asked;
  try {
    return await writeAs(db, caller, async (tx) => {
      asked.clear();
      const stored = await claim(tx, keyed, author);
      if (stored) {
        await allowAgain(tx, caller, stored.asked ?? []);
        return replay(stored, author);
      }
      const answer = await work(tx);
      await store(tx, keyed, author, {
        asked: [...asked.values()],
        set: author.changed ? author.set : null,
        answer: answer ? storable(answer) : null,
      });
      return answer;
    });
  } catch (error) {
    if (error instanceof Problem && isFinal(error)) {
      await db.write(async (tx) => {
        if (await claim(tx, keyed, author)) return;
        const { code, message, members, headers } = error;
        await store(tx, keyed, author, {
          asked: [...asked.values()],
          problem: { code, message, members, headers },
        });
      });
    }
    throw error;
  }
}

/** Whether a problem is stored as the answer. Problems that concern the key itself or are temporary are not. */
function isFinal({ code, headers }: Problem): boolean {
  const { status } = errorCodes[code];
  const aboutTheKey = code === "idempotency_key_reused" || headers[replayed] !== undefined;
  return status >= 400 && status < 500 && status !== 401 && status !== 403 && status !== 429 && !aboutTheKey;
}

const replayed = "idempotency-replayed";

/** Claims the key, or returns the answer that is stored for it. */
async function claim(
  tx: Tx,
  { idempotencyKey, request }: KeyedRequest,
  { actor, at }: Author,
): Promise<Stored | undefined> {
  const inserted = await tx.run(
    sql`insert into idempotency_keys (actor, key, request, at) values (${actor}, ${idempotencyKey}, ${request}, ${at})
      on conflict (actor, key) do nothing`,
  );
  if (inserted === 1) return undefined;
  const row = await tx.get<{ request: string; at: number; answer: string }>(
    sql`select request, at, answer from idempotency_keys where actor = ${actor} and key = ${idempotencyKey}`,
  );
  if (!row || row.at <= at - answerRetentionMs) {
    await tx.run(
      sql`update idempotency_keys set request = ${request}, at = ${at} where actor = ${actor} and key = ${idempotencyKey}`,
    );
    return undefined;
  }
  if (row.request !== request) {
    const since = new Date(row.at).toISOString();
    throw new Problem(
      "idempotency_key_reused",
      `The key "${idempotencyKey}" was used for another request at ${since}.`,
    );
  }
  // With a lock, the commit waits for the standby, which may not have the first write yet.
  await tx.lock(sql`select key from idempotency_keys where actor = ${actor} and key = ${idempotencyKey}`);
  return JSON.parse(row.answer);
}

const store = (tx: Tx, { idempotencyKey }: KeyedRequest, { actor }: Author, stored: Stored) =>
  tx.run(
    sql`update idempotency_keys set answer = ${JSON.stringify(stored)} where actor = ${actor} and key = ${idempotencyKey}`,
  );

function storable({ body, ...rest }: Answer) {
  const { status, etag, language, headers } = rest;
  return {
    body: typeof body === "string" ? body : new TextDecoder().decode(body),
    ...(status === undefined ? {} : { status }),
    ...(etag === undefined ? {} : { etag }),
    ...(language === undefined ? {} : { language }),
    ...(headers === undefined ? {} : { headers }),
  };
}

function replay(stored: Stored, author: Author): Answer | undefined {
  if ("problem" in stored) {
    const { code, message, members, headers } = stored.problem;
    throw new Problem(code, message, members, { ...headers, [replayed]: "true" });
  }
  // The answer names the set of the first request, as this one changed nothing.
  author.set = stored.set ?? author.set;
  author.changed = stored.set !== null;
  return stored.answer ? { ...stored.answer, headers: { ...stored.answer.headers, [replayed]: "true" } } : undefined;
}

const answersPerStep = 1_000;

/** Removes the answers that no request gets again. */
export const forgetAnswers = untilNothingIsLeft((tx, now) =>
  tx.run(
    sql`delete from idempotency_keys where (actor, key) in (
        select actor, key from idempotency_keys where at <= ${now - answerRetentionMs} order by at limit ${answersPerStep}
      )`,
  ),
);
