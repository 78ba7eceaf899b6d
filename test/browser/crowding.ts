/**
 * How many times longer work takes at this moment than on a machine that is left alone: the time on the clock of a
 * tenth of a second of computing, by the processor time that it got. 1 where nobody else wants the processor.
 */
export function crowding(): number {
  const began = performance.now();
  const used = process.cpuUsage();
  let spent = 0;
  while (spent < 100_000) {
    for (let turn = 0; turn < 100_000; turn++) Math.sqrt(turn);
    spent = process.cpuUsage(used).user + process.cpuUsage(used).system;
  }
  return Math.max(1, ((performance.now() - began) * 1_000) / spent);
}
