import pino from "pino";

export type Log = pino.Logger;

/** Writes one JSON object per line to standard output. */
export const createLog = (level: string): Log => pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime });
