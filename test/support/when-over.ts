const acts = new Set<() => void>();

/** Runs `act` when the program ends, the last registered first. Returns a function that cancels this. */
export function whenOver(act: () => void): () => void {
  acts.add(act);
  return () => void acts.delete(act);
}

/** Runs at the end of a program. `bun test` has no exit event, so test/preload.ts calls it there. */
export function cleanUp(): void {
  for (const act of [...acts].reverse()) {
    acts.delete(act);
    try {
      act();
    } catch (error) {
      // A failure does not prevent the others.
      process.stderr.write(`${error}\n`);
    }
  }
}

process.on("exit", cleanUp);
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
  process.once(signal, () => {
    cleanUp();
    // Without a handler, the signal now ends the program as usual.
    process.kill(process.pid, signal);
  });
}
