/** The time of day, how much time has passed, and what is to happen later. A test has one that it moves itself. */
export type Clock = {
  /** What people see. It may be set, back too, and differs between nodes. */
  readonly now: () => number;
  /** Milliseconds since some moment of this process: only ever grows. */
  readonly elapsed: () => number;
  /** Once, after so long. Returns what calls it off. */
  after(ms: number, act: () => void): () => void;
  /** Again and again. Returns what ends it. */
  every(ms: number, act: () => void): () => void;
};

/** What is to happen later keeps no process alive. */
export const systemClock: Clock = {
  now: Date.now,
  elapsed: () => performance.now(),
  after(ms, act) {
    const timer = setTimeout(act, ms).unref();
    return () => clearTimeout(timer);
  },
  every(ms, act) {
    const timer = setInterval(act, ms).unref();
    return () => clearInterval(timer);
  },
};
