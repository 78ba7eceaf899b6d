import { expect, test } from "bun:test";
import { longestWaitMs } from "../db/postgres/postgres-pool.ts";
import { idleTimeoutSeconds, servedSettings } from "./idle-timeout.ts";

const settings = { url: "postgres://localhost/catalog", pool: 10, transactionPooler: false };

test("a connection outlasts requests that wait for a hanging database", () => {
  for (const seconds of [1, 10, 30, 60, 200, 3_600]) {
    for (const replicaUrls of [[], ["postgres://a/catalog"], ["postgres://a/catalog", "postgres://b/catalog"]]) {
      const served = servedSettings({ ...settings, replicaUrls, statementTimeoutMs: seconds * 1_000 });
      const idle = idleTimeoutSeconds(served);
      const context = { seconds, replicas: replicaUrls.length, idle, wait: longestWaitMs(served) / 1_000 };
      expect(idle, JSON.stringify(context)).toBeLessThanOrEqual(255);
      expect(idle - 4, JSON.stringify(context)).toBeGreaterThan(context.wait);
      // A timeout that fits is not changed.
      if (seconds <= 60) expect(served.statementTimeoutMs).toBe(seconds * 1_000);
    }
  }
});

test("without PostgreSQL the default is used", () => {
  expect(idleTimeoutSeconds(undefined)).toBe(30);
});
