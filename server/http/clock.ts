/** The time of day, and what is to happen later. A test has one that it moves itself. */
export type Clock = {
  readonly now: () => number;
  /** Once, after so long. Returns what calls it off. */
  after(ms: number, act: () => void): () => void;
  /** Again and again. Returns what ends it. */
  every(ms: number, act: () => void): () => void;
};

/** What is to happen later keeps no process alive. */
export const systemClock: Clock = {
  now: Date.now,
  after(ms, act) {
    const timer = setTimeout(act, ms).unref();
    return () => clearTimeout(timer);
  },
  every(ms, act) {
    const timer = setInterval(act, ms).unref();
    return () => clearInterval(timer);
  },
};
