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

test("a row with hundreds of headers and texts that may have lost letters gives others their turn", async () => {
  const attributes = Array.from({ length: 480 }, (_, at) => [
    `attribute.${"слово ".repeat(40)}${at}`,
    "слово ".repeat(400),
  ]);
  const item = { key: "WIDE", subcategoryId: watched.leaf, name: "Wide", ...Object.fromEntries(attributes) };
  expect(await watched.imports.run(JSON.stringify(item))).toMatchObject({ created: 1 });
  const odd = attributes.map((_, at) => `attribute.${"? ".repeat(70)}${at}`);
  const texts = attributes.slice(0, 200).map(([header]) => header);
  for (const [headers, value] of [
    [odd, "?"],
    [texts, "wort? ".repeat(300)],
  ] as const) {
    let longest = Number.POSITIVE_INFINITY;
    for (let attempt = 0; attempt < attempts && longest > mostMs; attempt++) {
      const cells = headers.map(() => value).join(",");
      await watched.service.longestTurn();
      await watched.imports.run(`key,${headers.join(",")}\nWIDE,${cells}\n`, { dryRun: "true", again: "true" });
      longest = Math.min(longest, await watched.service.longestTurn());
    }
    expect(longest).toBeLessThan(mostMs);
  }
});

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
