const width = 30;
const everyMs = 100;

/** A line on the terminal that is drawn again and again; nothing where the output is not a terminal. */
export class ProgressBar {
  readonly #noun: string;
  readonly #out: NodeJS.WriteStream | undefined;
  #drawnAt = 0;

  constructor(noun: string, out: NodeJS.WriteStream = process.stderr) {
    this.#noun = noun;
    this.#out = out.isTTY ? out : undefined;
  }

  show(done: number, of: number): void {
    const now = performance.now();
    if (!this.#out || (now - this.#drawnAt < everyMs && done < of)) return;
    this.#drawnAt = now;
    const share = of === 0 ? 1 : done / of;
    const full = Math.floor(share * width);
    const numbers = `${done.toLocaleString("en")} of ${of.toLocaleString("en")} ${this.#noun}`;
    this.#out.write(`\r\u001b[K${"█".repeat(full)}${"░".repeat(width - full)} ${Math.floor(share * 100)}%  ${numbers}`);
  }

  end(): void {
    if (this.#drawnAt > 0) this.#out?.write("\r\u001b[K");
  }
}
