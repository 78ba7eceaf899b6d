import { expect } from "bun:test";
import { composed } from "../../server/db/sql.ts";
import { eventId, positionOf } from "../../server/log/event-id.ts";
import { startApp } from "../start-app.ts";
import { rounds } from "../support/rounds.ts";
import { randomTest } from "../test-seed.ts";
import { cutAndResume } from "./cut-and-resume.ts";

const cutsEach = rounds(20, 200);

randomTest("readers that are cut off again and again during writes get every change once, in order", async (random) => {
  const app = await startApp();
  const followed = await cutAndResume([app.url], random, {
    projectId: "shop",
    readers: 10,
    cutsEach,
    writers: 3,
    leastWrites: 100,
  });
  const rows = await app.db.read((reader) =>
    reader.all<{ transaction_id: number; seq: number; at: number }>(
      composed("select transaction_id, seq, at from changes order by transaction_id, seq", []),
    ),
  );
  // The first two changes, which created the subcategory, came before the readers.
  const log = rows.slice(2).map((row) => eventId(positionOf(row)));
  expect(followed.cuts).toBe(10 * cutsEach);
  for (const seen of followed.readers) expect(seen).toEqual(log);
  await app.stop();
});
