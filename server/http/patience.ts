type Waiting = { deadline: number; refuse: () => void };

const lookEveryMs = 250;
const waiting = new Set<Waiting>();
let clock: Timer | undefined;

/** All who wait are looked after by one clock: a timer and a race for each body were 2 % of an auto-save in a profile. */
function look(): void {
  const now = performance.now();
  for (const one of waiting) if (one.deadline <= now) one.refuse();
  if (waiting.size > 0) return;
  clearInterval(clock);
  clock = undefined;
}

/** What `work` comes to, or the error that `fault` makes when it takes longer than `patienceMs`, give or take a little. */
export function withinTime<T>(work: Promise<T>, patienceMs: number, fault: (patienceMs: number) => Error): Promise<T> {
  return new Promise((resolve, reject) => {
    const one: Waiting = {
      deadline: performance.now() + patienceMs,
      refuse: () => {
        waiting.delete(one);
        reject(fault(patienceMs));
      },
    };
    waiting.add(one);
    clock ??= setInterval(look, lookEveryMs);
    work.then(
      (value) => {
        waiting.delete(one);
        resolve(value);
      },
      (error) => {
        waiting.delete(one);
        reject(error);
      },
    );
  });
}
