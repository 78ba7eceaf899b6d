const acts = new Set<() => void>();

/** For what has to go with the program: the last that was made goes first. Returns what takes that back. */
export function whenOver(act: () => void): () => void {
  acts.add(act);
  return () => void acts.delete(act);
}

/** Runs by itself at the end of a program. `bun test` has no such end: there the preloaded part calls it. */
export function cleanUp(): void {
  for (const act of [...acts].reverse()) {
    acts.delete(act);
    try {
      act();
    } catch (error) {
      // One that cannot go keeps none of the others.
      process.stderr.write(`${error}\n`);
    }
  }
}

process.on("exit", cleanUp);
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
  process.once(signal, () => {
    cleanUp();
    // With nobody left who listens, it ends the program as it would have.
    process.kill(process.pid, signal);
  });
}
