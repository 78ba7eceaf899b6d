import type { BulkDone, BulkSelection } from "../../contract/bulk.ts";
import type { Endpoint } from "../../contract/endpoint.ts";
import { limits } from "../../contract/limits.ts";
import { allow } from "../access/allow.ts";
import type { Answer } from "../api/answer.ts";
import { type Call, type Route, route } from "../api/route.ts";
import type { Db, Tx } from "../db/db.ts";
import { invalid, notFound, Problem } from "../http/problem.ts";
import type { PlacedItemRow } from "../items/items.rules.ts";
import type { Leaving } from "../items/items.sql.ts";
import { type MatchingItems, matchingItems } from "../search/matching-items.sql.ts";
import type { Ask } from "../search/questions.ts";
import { lockSubcategory } from "../tree/shape-lock.sql.ts";
import { bulkCopy } from "./bulk-copy.sql.ts";
import { bulkDelete } from "./bulk-delete.sql.ts";
import type { BulkOutcome } from "./bulk-outcome.ts";
import { bulkUpdate } from "./bulk-update.sql.ts";
import { saveRows } from "./save-rows.sql.ts";
import { ChangedMeanwhile, readMatching, readSelected } from "./selected-items.sql.ts";

type BulkCall = Pick<Call<Endpoint>, "author" | "caller" | "write"> & { body: BulkSelection };

type Work<Outcome extends BulkOutcome> = {
  /** Locks what has to be locked before the items. */
  lock?(tx: Tx): Promise<void>;
  leaving: Leaving;
  perform(tx: Tx, rows: PlacedItemRow[]): Promise<Outcome>;
  answer(outcome: Outcome, done: BulkDone | undefined): Answer | undefined;
};

/** How often a request looks for the items that match if others change them between the search and the lock. */
const mostAttempts = 5;

export function bulkRoutes(db: Db, ask: Ask): Route[] {
  const bulk = async <O extends BulkOutcome>(call: BulkCall, work: Work<O>): Promise<Answer | undefined> => {
    for (let attempt = 1; ; attempt++) {
      try {
        return await once(call, work);
      } catch (error) {
        if (!(error instanceof ChangedMeanwhile)) throw error;
        if (attempt === mostAttempts) throw keepChanging();
      }
    }
  };

  async function once<O extends BulkOutcome>(call: BulkCall, work: Work<O>): Promise<Answer | undefined> {
    const { body, author, caller, write } = call;
    const { where, limit = limits.bulkIds, cursor } = body;
    const matching = where && matchingItems({ db, ask, caller }, where, { limit, cursor });
    // A refusal is thrown in the transaction: a repetition of a request gets its first answer, whatever matches now.
    await matching?.catch(() => undefined);
    let dryRun: Answer | undefined;
    try {
      return await write(async (tx) => {
        const found = await matching;
        if (found) refuseOthers(found, body);
        await work.lock?.(tx);
        const rows = found
          ? await readMatching(tx, { ...found, dryRun: body.dryRun }, work.leaving, author)
          : await readSelected(tx, [...new Set(body.itemIds)], work.leaving, author);
        if (found)
          await allow(tx, caller, "view", { projectKey: found.projectKey }, () =>
            notFound("project", where?.projectId ?? ""),
          );
        const outcome = await work.perform(tx, rows);
        const done: BulkDone = {
          matched: found?.total ?? rows.length,
          changed: outcome.changed,
          cursor: found?.cursor ?? null,
          ...(body.dryRun && { preview: outcome.preview }),
        };
        const answer = work.answer(outcome, found || body.dryRun ? done : undefined);
        if (!body.dryRun) return answer;
        dryRun = answer;
        throw new DryRunEnds();
      });
    } catch (error) {
      if (!(error instanceof DryRunEnds)) throw error;
      author.changed = false;
      return dryRun;
    }
  }

  return [
    route("bulkUpdateItems", ({ body, merge, author, caller, write }) =>
      bulk(
        { body, author, caller, write },
        {
          leaving: body.data?.subcategoryId !== undefined && { target: body.data.subcategoryId },
          perform: (tx, rows) => bulkUpdate(tx, rows, { fields: body, merge }, author),
          answer: (_, done) => done && { body: JSON.stringify(done), status: 200 },
        },
      ),
    ),
    route("bulkDeleteItems", ({ body, author, caller, write }) =>
      bulk(
        { body, author, caller, write },
        {
          leaving: { target: undefined },
          perform: (tx, rows) => bulkDelete(tx, rows, author),
          answer: (_, done) => done && { body: JSON.stringify(done), status: 200 },
        },
      ),
    ),
    route("bulkCopyItems", ({ body, author, caller, write }) =>
      bulk(
        { body, author, caller, write },
        {
          lock: (tx) => lockSubcategory(tx, body.subcategoryId),
          leaving: false,
          perform: (tx, rows) => bulkCopy(tx, rows, body, author),
          answer: ({ copies }, done) => ({
            body: JSON.stringify({ itemIds: body.dryRun ? [] : copies, ...done }),
            ...(body.dryRun && { status: 200 }),
          }),
        },
      ),
    ),
    route("saveItemRows", ({ body, author, write }) =>
      write(async (tx) => ({ body: JSON.stringify({ rows: await saveRows(tx, body.rows, author) }) })),
    ),
  ];
}

/** Ends the transaction of a dry run without writing anything. */
class DryRunEnds extends Error {}

function refuseOthers({ total, hasMore }: MatchingItems, { expect, limit, cursor, dryRun }: BulkSelection): void {
  if (expect !== undefined && cursor === undefined && total !== expect) {
    throw new Problem("matches_changed", `${total} items match, not ${expect}, so nothing was changed.`, {
      matched: total,
    });
  }
  if (hasMore && limit === undefined && !dryRun) {
    const most = limits.bulkIds.toLocaleString("en");
    const message = `is required: ${total.toLocaleString("en")} items match, and one request takes ${most}`;
    throw invalid("invalid_body", [{ pointer: "/limit", code: "required", message }]);
  }
}

const keepChanging = () =>
  new Problem(
    "matches_changed",
    'Others keep changing items that match, so nothing was changed. Try again, or with a smaller "limit".',
  );
