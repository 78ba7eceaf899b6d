/** What `work` comes to, or the error that `fault` makes when it takes longer than `patienceMs`. */
export function withinTime<T>(work: Promise<T>, patienceMs: number, fault: (patienceMs: number) => Error): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(fault(patienceMs)), patienceMs);
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
