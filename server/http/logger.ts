import pino from "pino";

export type Log = pino.Logger;

/** One JSON object a line, on standard output. */
export const createLog = (level: string): Log => pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime });
