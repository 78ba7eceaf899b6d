import { expect } from "bun:test";
import { faultsFound, printed, runNemesis } from "../../cluster/nemesis.ts";
import { faults } from "../../cluster/nemesis-faults.ts";
import { randomTest } from "../test-seed.ts";

randomTest(
  "under all faults of nodes and databases, no acknowledged write is lost or doubled and no read is stale",
  async (random) => {
    let left = faults.length;
    const report = await runNemesis({
      below: random.below,
      another: () => left-- > 0,
      longestHoldMs: 500,
      settings: { fsync: "off" },
    });
    if (faultsFound(report).length > 0) process.stderr.write(printed(report));
    expect(faultsFound(report)).toEqual([]);
    expect([...report.injected.values()]).toEqual(faults.map(() => 1));
    expect(report.tally.settled).toBe(report.tally.unknown);
    expect(report.tally.acknowledged).toBeGreaterThan(0);
  },
);
