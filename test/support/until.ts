const usualPatienceMs = 60_000;

/** Waits until `check` is true. A fixed time would be too long on a fast machine and too short on a busy one. */
export async function until(
  check: () => boolean | Promise<boolean>,
  what: string,
  patienceMs = usualPatienceMs,
): Promise<void> {
  const end = performance.now() + patienceMs;
  let pauseMs = 10;
  while (!(await check())) {
    if (performance.now() > end) throw new Error(`This was not true within ${patienceMs / 1000} s: ${what}`);
    await Bun.sleep(pauseMs);
    // What is not true soon is asked less often: the questions take time from what is waited for.
    pauseMs = Math.min(pauseMs + 10, 50);
  }
}
