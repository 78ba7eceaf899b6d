const usualPatienceMs = 60_000;

/** Waits until `check` is true. A fixed time would be too long on a fast machine and too short on a busy one. */
export async function until(
  check: () => boolean | Promise<boolean>,
  what: string,
  patienceMs = usualPatienceMs,
): Promise<void> {
  const end = performance.now() + patienceMs;
  while (!(await check())) {
    if (performance.now() > end) throw new Error(`This was not true within ${patienceMs / 1000} s: ${what}`);
    await Bun.sleep(10);
  }
}
