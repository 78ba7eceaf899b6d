import type { RowVersions } from "../db/db.ts";

/** An item as it is sent to who asks for no language. */
export type ItemAnswer = { body: Uint8Array; etag: string };

/** What has come this near to its end is moved to the front by whoever asks for it. */
const nearEnd = 0.75;
/** Of the newcomers to a full ring. */
const admitted = 16;

/** Before the id, the ETag and the body: the key and the version of the row, and the lengths of the three. */
const headBytes = 5 * 8;

/** In the place of a key: nothing more until the end. */
const endOfRing = -1;

/** Where the next record begins: the numbers in a head are read eight bytes at a time. */
const aligned = (bytes: number): number => Math.ceil(bytes / 8) * 8;

/**
 * Answers by the id of their item, each under the version that its row had, in one stretch of memory that is written
 * round and round: what is written last overwrites what is oldest, and what is asked for while it is old is written again.
 *
 * Not a map of objects: a hundred thousand answers of three objects each are walked by the garbage collector again and
 * again, at the cost of whoever writes. And all that is known of an answer lies before it: memory that was not looked at
 * lately takes longer to come than everything that is done with it.
 */
export class KeptAnswers {
  readonly #bytes: Uint8Array<ArrayBuffer>;
  readonly #text: Buffer;
  readonly #numbers: Float64Array;
  /** Where each record begins, counted from the first byte ever written: the ring has gone round as often as it fits in. */
  readonly #starts = new Map<string, number>();
  /** The end of the last record, and the start of the oldest that is still whole. */
  #written = 0;
  #oldest = 0;
  #newcomers = 0;

  constructor(maxBytes: number) {
    // The system gives the memory page by page, as it is written for the first time.
    this.#bytes = new Uint8Array(aligned(maxBytes));
    this.#text = Buffer.from(this.#bytes.buffer);
    this.#numbers = new Float64Array(this.#bytes.buffer);
  }

  get(id: string, versions: RowVersions): ItemAnswer | undefined {
    const start = this.#starts.get(id);
    if (start === undefined) return undefined;
    const head = (start % this.#bytes.length) / 8;
    const key = this.#numbers[head] as number;
    const version = this.#numbers[head + 1] as number;
    if (versions.of(key) !== version) return undefined;
    const answer = this.#read(head);
    if (this.#isFull && this.#written - start > this.#bytes.length * nearEnd) {
      // A copy of its own: it may be written over by its own next record.
      const kept = { etag: answer.etag, body: answer.body.slice() };
      this.#write(id, key, version, kept);
      return kept;
    }
    return answer;
  }

  /**
   * While there is room, each is kept. Then one newcomer in so many: what is asked for often gets in soon, and a catalog
   * larger than the memory does not turn it over all day long, which costs more than it saves.
   */
  set(id: string, key: number, version: number, answer: ItemAnswer): void {
    // One giant must not push out everything else.
    if (headBytes + id.length + answer.etag.length + answer.body.byteLength > this.#bytes.length / 4) return;
    if (this.#isFull && ++this.#newcomers % admitted !== 0) return;
    this.#write(id, key, version, answer);
  }

  get #isFull(): boolean {
    return this.#written >= this.#bytes.length;
  }

  #read(head: number): ItemAnswer {
    const etag = head * 8 + headBytes + (this.#numbers[head + 2] as number);
    const body = etag + (this.#numbers[head + 3] as number);
    return {
      etag: this.#text.toString("latin1", etag, body),
      body: new Uint8Array(this.#bytes.buffer, body, this.#numbers[head + 4]),
    };
  }

  #write(id: string, key: number, version: number, { etag, body }: ItemAnswer): void {
    const all = this.#bytes.length;
    const idLength = Buffer.byteLength(id);
    const size = aligned(headBytes + idLength + etag.length + body.byteLength);
    // What would reach over the end begins at the beginning.
    const rest = all - (this.#written % all);
    const start = size > rest ? this.#written + rest : this.#written;
    this.#forgetUpTo(start + size - all);
    if (size > rest) this.#numbers[(this.#written % all) / 8] = endOfRing;
    this.#written = start + size;
    const at = start % all;
    this.#numbers.set([key, version, idLength, etag.length, body.byteLength], at / 8);
    this.#text.write(id, at + headBytes);
    this.#text.write(etag, at + headBytes + idLength, "latin1");
    this.#bytes.set(body, at + headBytes + idLength + etag.length);
    this.#starts.set(id, start);
  }

  /** Forgets the records that begin before `end` and so are about to be written over. */
  #forgetUpTo(end: number): void {
    const all = this.#bytes.length;
    while (this.#oldest < end && this.#oldest < this.#written) {
      const at = this.#oldest % all;
      const head = at / 8;
      if (this.#numbers[head] === endOfRing) {
        this.#oldest += all - at;
        continue;
      }
      const [, , idLength = 0, etagLength = 0, bodyLength = 0] = this.#numbers.subarray(head, head + headBytes / 8);
      const id = this.#text.toString("utf8", at + headBytes, at + headBytes + idLength);
      // It may have been written again since, further on.
      if (this.#starts.get(id) === this.#oldest) this.#starts.delete(id);
      this.#oldest += aligned(headBytes + idLength + etagLength + bodyLength);
    }
  }
}
