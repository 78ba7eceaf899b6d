import { expect } from "bun:test";
import { faultsFound, printed, runNemesis } from "../../cluster/nemesis.ts";
import { disturbances, failOvers } from "../../cluster/nemesis-faults.ts";
import { rounds } from "../support/rounds.ts";
import { randomTest } from "../test-seed.ts";

const ofEach = rounds(1, 3);
const longestHoldMs = rounds(200, 500);
/** Three writers share an item. Nodes and servers share their cores with the clients, so fewer of them recover sooner. */
const clients = { writers: rounds(3, 6), readers: rounds(1, 3) };
/** They take longer than all others: after each of them the old primary is made a standby from a copy. */
const howManyFailOvers = rounds(1, failOvers.length);

randomTest(
  "under faults of nodes and databases, no acknowledged write is lost or doubled and no read is stale",
  async (random) => {
    const first = random.below(failOvers.length);
    const chosen = [
      ...disturbances,
      ...[...failOvers.slice(first), ...failOvers.slice(0, first)].slice(0, howManyFailOvers),
    ];
    let left = chosen.length * ofEach;
    const report = await runNemesis({
      chosen,
      below: random.below,
      another: () => left-- > 0,
      longestHoldMs,
      clients,
      settings: { fsync: "off" },
    });
    if (faultsFound(report).length > 0) process.stderr.write(printed(report));
    expect(faultsFound(report)).toEqual([]);
    expect([...report.injected.values()]).toEqual(chosen.map(() => ofEach));
    expect(report.tally.settled).toBe(report.tally.unknown);
    expect(report.tally.acknowledged).toBeGreaterThan(0);
  },
);
