const patienceMs = 60_000;

/** Waits until `check` holds, and no longer: a fixed time is too long on a fast machine and too short on a busy one. */
export async function until(check: () => boolean | Promise<boolean>, what: string): Promise<void> {
  const end = Date.now() + patienceMs;
  while (!(await check())) {
    if (Date.now() > end) throw new Error(`This did not come true in ${patienceMs / 1000} s: ${what}`);
    await Bun.sleep(10);
  }
}
