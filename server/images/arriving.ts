import { Problem } from "../http/problem.ts";
import { giveBack } from "../memory/give-back.ts";

/** What a sender may take at all, and then for each byte: 16 KiB a second are less than any network that pictures are sent over. */
const graceMs = 30_000;
const leastBytesPerMs = 16;

/**
 * The chunks of a body as they arrive, so many bytes in all. Each is the reader's until it asks for the next one, and its
 * memory is given back then: with a collection every few chunks instead, fifty uploads took three times as long.
 *
 * Only the time that the sender takes counts against it, and not the time for which the reader keeps it waiting.
 */
export async function* arriving(
  body: AsyncIterable<Uint8Array>,
  mostBytes: number,
  now: () => number = () => performance.now(),
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
    if (size > mostBytes) {
      throw new Problem("image_too_large", `The form has more than ${Math.floor(mostBytes / 1024 ** 2)} MiB.`, {
        maxBytes: mostBytes,
      });
    }
    if (waited > graceMs + size / leastBytesPerMs) {
      throw new Problem("too_slow", `The form comes at less than ${leastBytesPerMs} KB a second.`);
    }
    yield value;
    giveBack(value);
  }
}
