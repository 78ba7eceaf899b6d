/** Time of day, elapsed time and timers. Tests use a clock that they move themselves. */
export type Clock = {
  /** The time of day. It can be set, even backwards, and differs between nodes. */
  readonly now: () => number;
  /** Milliseconds since an arbitrary moment of this process. Never goes backwards. */
  readonly elapsed: () => number;
  /** Runs `act` one time, after `ms`. Returns a function that cancels it. */
  after(ms: number, act: () => void): () => void;
  /** Runs `act` every `ms`. Returns a function that stops it. */
  every(ms: number, act: () => void): () => void;
};

/** Its timers do not keep the process alive. */
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
