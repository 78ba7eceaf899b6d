import { expect, test } from "bun:test";
import { RateLimiter } from "./rate-limit.ts";

test("after 100,000 callers in a window the counts start over", () => {
  const limiter = new RateLimiter({ db: undefined as never, log: undefined as never, now: () => 0, shared: false });
  const budget = { name: "requests", requests: 1 };
  const allowed = (who: string) => limiter.take(who, budget).allowed;
  expect([allowed("one"), allowed("one")]).toEqual([true, false]);
  for (let i = 1; i < 100_000; i++) expect(allowed(`made up ${i}`)).toBe(true);
  expect(allowed("one")).toBe(false);
  expect(allowed("one too many")).toBe(true);
  expect(allowed("one")).toBe(true);
});
