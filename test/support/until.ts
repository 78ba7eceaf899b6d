const usualPatienceMs = 60_000;

/** Pauses get longer up to this: most checks are requests, and a hundred a second slow down what they wait for. */
const longestPauseMs = 80;

/** Waits until `check` is true. A fixed time would be too long on a fast machine and too short on a busy one. */
export async function until(
  check: () => boolean | Promise<boolean>,
  what: string,
  patienceMs = usualPatienceMs,
): Promise<void> {
  const end = performance.now() + patienceMs;
  for (let pauseMs = 5; !(await check()); pauseMs = Math.min(pauseMs * 2, longestPauseMs)) {
    if (performance.now() > end) throw new Error(`This was not true within ${patienceMs / 1000} s: ${what}`);
    await Bun.sleep(pauseMs);
  }
}
