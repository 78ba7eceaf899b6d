import { test } from "bun:test";
import { type Random, randomFrom } from "./support/random.ts";

/** The seed of all random tests. TEST_SEED repeats a run; a random test that fails prints its seed. */
export const seed = Number(process.env.TEST_SEED ?? crypto.getRandomValues(new Uint32Array(1))[0]) >>> 0;

/** A test with random input. */
export function randomTest(name: string, run: (random: Random) => Promise<void>, timeoutMs?: number): void {
  const repeatable = async () => {
    try {
      await run(randomFrom(seed));
    } catch (error) {
      process.stderr.write(`TEST_SEED=${seed} was the seed of: ${name}\n`);
      throw error;
    }
  };
  if (timeoutMs === undefined) test(name, repeatable);
  else test(name, repeatable, timeoutMs);
}
