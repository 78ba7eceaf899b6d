import { expect, test } from "bun:test";
import { RateLimiter } from "../../server/access/rate-limit.ts";
import { sql } from "../../server/db/sql.ts";
import { createLog } from "../../server/http/logger.ts";
import { startApp } from "../start-app.ts";
import { until } from "../support/until.ts";

test("two nodes on one database share their counts, in batches", async () => {
  const app = await startApp();
  try {
    const clock = 1_700_000_080_000;
    const node = () => new RateLimiter({ db: app.db, log: createLog("silent"), now: () => clock, shared: true });
    const [one, two] = [node(), node()];
    const budget = { name: "requests", requests: 10 };
    const shared = async (used: number) => {
      const total = () => app.db.read((reader) => reader.get<{ used: number }>(sql`select used from rate_counts`));
      await until(async () => (await total())?.used === used, `${used} are counted together`);
    };
    for (let i = 0; i < 6; i++) expect(one.take("key:a", budget).allowed).toBe(true);
    await shared(6);
    expect(two.take("key:a", budget).allowed).toBe(true);
    // A cost of 0 only reads the count.
    const left = () => two.take("key:a", budget, 0).headers.ratelimit;
    await until(() => left() === '"requests";r=3;t=20', "the second node knows of all seven");
    expect(two.take("key:a", budget).headers.ratelimit).toBe('"requests";r=2;t=20');
    await shared(8);
    expect(
      [two.take("key:a", budget), two.take("key:a", budget), two.take("key:a", budget)].map(({ allowed }) => allowed),
    ).toEqual([true, true, false]);
    expect(two.take("key:b", budget).allowed).toBe(true);
  } finally {
    await app.stop();
  }
});
