import pino from "pino";

export type Log = pino.Logger;

const outageMs = 60_000;

/**
 * Writes one JSON object per line to standard output. While something is away that everything needs, every request and
 * all background work meet the same error: an error of which `isOutage` is true is logged once a minute for each message,
 * with the number of those that were left out since.
 */
export function createLog(level: string, isOutage: (error: unknown) => boolean = () => false): Log {
  const told = new Map<string, { at: number; leftOut: number }>();
  return pino({
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    hooks: {
      logMethod([entry, ...rest], method) {
        const { err } = entry as { err?: Error };
        if (!err || !isOutage(err)) return method.apply(this, [entry, ...rest]);
        const now = performance.now();
        const last = told.get(err.message);
        if (last && now - last.at < outageMs) {
          last.leftOut++;
          return;
        }
        told.set(err.message, { at: now, leftOut: 0 });
        const { leftOut = 0 } = last ?? {};
        method.apply(this, [leftOut > 0 ? { ...(entry as object), leftOut } : entry, ...rest]);
      },
    },
  });
}
