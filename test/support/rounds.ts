/** Set by `npm run test:faults`, which repeats what `npm test` does once. */
const whole = process.env.TEST_ROUNDS === "whole";

/**
 * How often a long fault run repeats: `once` in `npm test`, `repeated` in `npm run test:faults`. That command runs the
 * files that call this function.
 */
export const rounds = (once: number, repeated: number): number => (whole ? repeated : once);
