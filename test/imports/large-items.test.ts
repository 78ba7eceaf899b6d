import { afterAll, beforeAll, expect, test } from "bun:test";
import { startWatchedImports, type WatchedImports } from "./watched-imports.ts";

/** Several times what one part of the work takes, and a third of what all of it takes in one piece. */
const mostMs = 100;
const attempts = 3;

let watched: WatchedImports;

beforeAll(async () => {
  watched = await startWatchedImports();
  const texts = Object.fromEntries(
    Array.from({ length: 5 }, (_, at) => [`attribute.a${at}`, "слово Wort ".repeat(900)]),
  );
  const items = Array.from({ length: 200 }, (_, at) =>
    JSON.stringify({ key: `K-${at}`, subcategoryId: watched.leaf, name: `Größe ${at}`, ...texts }),
  );
  expect(await watched.imports.run(items.join("\n"))).toMatchObject({ created: 200 });
});
afterAll(() => watched.service.stop());

test("a check of rows whose items are large, and whose texts may have lost letters, gives others their turn", async () => {
  const columns = [0, 1, 2, 3, 4].map((at) => `attribute.a${at}`);
  let longest = Number.POSITIVE_INFINITY;
  for (let attempt = 0; attempt < attempts && longest > mostMs; attempt++) {
    const cells = columns.map((_, at) => `${attempt} and ${at}?`).join(",");
    const rows = Array.from({ length: 200 }, (_, at) => `K-${at},${cells}`);
    await watched.service.longestTurn();
    const run = await watched.imports.run(`key,${columns.join(",")}\n${rows.join("\n")}\n`, { dryRun: "true" });
    expect(run).toMatchObject({ changed: 200 });
    longest = Math.min(longest, await watched.service.longestTurn());
  }
  expect(longest).toBeLessThan(mostMs);
});
