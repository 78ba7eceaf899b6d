import { expect, test } from "bun:test";
import { anyone } from "../access/caller.ts";
import { RateLimiter } from "../access/rate-limit.ts";
import { DatabaseUnavailable } from "../db/db.ts";
import { createLog } from "../http/logger.ts";
import { Gate } from "./access-gate.ts";
import { FigureReaders } from "./figure-readers.ts";

test("the last hundred accepted keys are remembered", async () => {
  let away = false;
  const identify = async () => {
    if (away) throw new DatabaseUnavailable("The database cannot be reached.");
    return { ...anyone };
  };
  const now = () => 0;
  const limiter = new RateLimiter({ db: undefined as never, log: createLog("silent"), now, shared: false });
  const readers = new FigureReaders(new Gate({ identify, limiter, limits: undefined }), now);
  const ask = (who: number) => {
    const request = new Request("http://127.0.0.1/metrics", { headers: { authorization: `Bearer ${who}` } });
    return readers
      .pass(request, "", async () => new Response("figures"))
      .then(
        () => true,
        () => false,
      );
  };
  for (let who = 0; who < 150; who++) expect(await ask(who)).toBe(true);
  // A key that is used again is among the last.
  expect(await ask(50)).toBe(true);
  expect(await ask(150)).toBe(true);
  away = true;
  const remembered: number[] = [];
  for (let who = 0; who <= 151; who++) if (await ask(who)) remembered.push(who);
  expect(remembered).toEqual([50, ...Array.from({ length: 99 }, (_, i) => 52 + i)]);
});
