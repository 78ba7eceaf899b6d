/** Waits until `check` holds, and no longer: a fixed time is too long on a fast machine and too short on a busy one. */
export async function until(check: () => boolean | Promise<boolean>, what: string, ms = 60_000): Promise<void> {
  const end = Date.now() + ms;
  while (!(await check())) {
    if (Date.now() > end) throw new Error(`This did not come true in ${ms} ms: ${what}`);
    await Bun.sleep(10);
  }
}
