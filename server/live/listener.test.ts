import { expect, test } from "bun:test";
import { origin } from "../log/event-id.ts";
import { Listener } from "./listener.ts";

const chunk = new Uint8Array(16 * 1024);
const most = 256 * 1024;
let time = 0;

function listener() {
  const calls = { drained: 0, left: 0 };
  const one = new Listener(
    origin,
    { slot: 0, holder: undefined, projectKey: 1, now: () => time },
    () => calls.drained++,
    () => calls.left++,
  );
  return { one, calls };
}

/** Sends until the queue is full, and returns the number of bytes. */
function fill(one: Listener): number {
  let sent = 0;
  while (one.hasRoomFor(chunk) && sent <= 2 * most) {
    one.send(chunk);
    sent += chunk.byteLength;
  }
  return sent;
}

test("the queue of a listener that does not read is bounded, and after a while it counts as stuck", () => {
  const { one } = listener();
  expect(one.isStuck(time + 60_000)).toBe(false);
  expect(fill(one)).toBe(most);
  expect(one.hasRoom).toBe(false);
  expect(one.isStuck(time + 15_000)).toBe(false);
  expect(one.isStuck(time + 15_001)).toBe(true);
});

test("a listener that reads can be sent to again, and reports that", async () => {
  const { one, calls } = listener();
  const reader = one.stream.getReader();
  await Promise.resolve();
  fill(one);
  const { drained } = calls;
  time += 60_000;
  await reader.read();
  // The stream asks for more in a separate task.
  await new Promise((done) => setImmediate(done));
  expect(one.hasRoomFor(chunk)).toBe(true);
  expect(calls.drained).toBeGreaterThan(drained);
  fill(one);
  expect(one.isStuck(time + 15_000)).toBe(false);
});

test("a dropped listener leaves once, and gets nothing more", async () => {
  const { one, calls } = listener();
  fill(one);
  one.drop();
  one.leave();
  expect(calls.left).toBe(1);
  expect(one.hasRoom).toBe(false);
  await expect(one.stream.getReader().read()).rejects.toBeUndefined();
});
