/** Settles like `work`, or rejects with the error of `tooLate` if `work` takes longer than `timeoutMs`. */
export function withinTime<T>(work: Promise<T>, timeoutMs: number, tooLate: (timeoutMs: number) => Error): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(tooLate(timeoutMs)), timeoutMs);
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
