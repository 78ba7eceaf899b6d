import { Problem } from "../http/problem.ts";
import { giveBack } from "../memory/give-back.ts";

/** A sender has this grace time, and then 16 KiB a second: less than any network that pictures are sent over. */
const graceMs = 30_000;
const leastBytesPerMs = 16;

/**
 * The chunks of a body as they arrive, `mostBytes` at most in total. A chunk is valid until the reader asks for the
 * next one, and its memory is freed then: with a garbage collection every few chunks instead, fifty uploads took three
 * times as long.
 *
 * Only the time that the sender takes counts against it, not the time that the reader makes it wait.
 */
export async function* arriving(
  body: AsyncIterable<Uint8Array>,
  mostBytes: number,
  now: () => number = () => performance.now(),
  tooLarge: () => Problem = () =>
    new Problem("image_too_large", `The form is larger than ${Math.floor(mostBytes / 1024 ** 2)} MiB.`, {
      maxBytes: mostBytes,
    }),
): AsyncGenerator<Uint8Array> {
  const source = body[Symbol.asyncIterator]();
  let size = 0;
  let waited = 0;
  for (;;) {
    const asked = now();
    const { done, value } = await source.next();
    if (done) return;
    waited += now() - asked;
    size += value.byteLength;
    if (size > mostBytes) throw tooLarge();
    if (waited > graceMs + size / leastBytesPerMs) {
      throw new Problem("too_slow", `The form arrives at less than ${leastBytesPerMs} KB a second.`);
    }
    yield value;
    giveBack(value);
  }
}
