import type { RowVersions } from "../db/db.ts";

/** An item as it is sent to who asks for no language. */
export type ItemAnswer = { body: Uint8Array; etag: string };

/** What has come this near to its end is moved to the front by whoever asks for it. */
const nearEnd = 0.75;
/** Of the newcomers to a full ring. */
const admitted = 16;

/** Before the id, the ETag and the body: the key and the version of the row, and the lengths of the three. */
const headBytes = 5 * 8;

/** In the place of a key: nothing more until the end of the stretch. */
const endOfStretch = -1;

/** One stretch of memory is no longer than this: no array can have more than 4 GB, and what is never used is never asked for. */
const longestStretch = 64 * 1024 * 1024;

/** The part of the memory that the map of ids may take, and what one id takes there, measured. */
const mapShare = 1 / 8;
const idBytes = 128;

/**
 * Where the next record begins. The numbers in a head are read eight bytes at a time; it is more than that so that an item of
 * which little has changed mostly fits into the place of its last answer.
 */
const aligned = (bytes: number): number => Math.ceil(bytes / 32) * 32;

/** The same bytes, as numbers and as text. */
class Stretch {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly text: Buffer;
  readonly numbers: Float64Array;

  constructor(length: number) {
    // The system gives the memory page by page, as it is written for the first time.
    this.bytes = new Uint8Array(length);
    this.text = Buffer.from(this.bytes.buffer);
    this.numbers = new Float64Array(this.bytes.buffer);
  }
}

/**
 * Answers by the id of their item, each under the version that its row had, in a ring of memory that is written
 * round and round: what is written last overwrites what is oldest, and what is asked for while it is old is written again.
 * What fits takes the place of the last answer of its item: people who save a few items all day do not fill the ring.
 *
 * Not a map of objects: a hundred thousand answers of three objects each are walked by the garbage collector again and
 * again, at the cost of whoever writes. And all that is known of an answer lies before it: memory that was not looked at
 * lately takes longer to come than everything that is done with it.
 */
export class KeptAnswers {
  readonly #stretches: Stretch[] = [];
  readonly #stretchLength: number;
  readonly #length: number;
  readonly #mostIds: number;
  /** Where each record begins, counted from the first byte ever written: the ring has gone round as often as it fits in. */
  readonly #starts = new Map<string, number>();
  /** The end of the last record, and the start of the oldest that is still whole. */
  #written = 0;
  #oldest = 0;
  #newcomers = 0;

  constructor(maxBytes: number) {
    const bytes = maxBytes * (1 - mapShare);
    const count = Math.ceil(bytes / longestStretch);
    this.#stretchLength = aligned(bytes / count);
    this.#length = count * this.#stretchLength;
    this.#mostIds = Math.floor((maxBytes * mapShare) / idBytes);
  }

  /** What is in use of its memory: of a stretch, the system gives only what was written. */
  get bytes(): number {
    return Math.min(this.#written, this.#length) + this.#starts.size * idBytes;
  }

  /** The body lies in the ring, where the next answer of the item may take its place: a response is made of it at once. */
  get(id: string, versions: RowVersions): ItemAnswer | undefined {
    const start = this.#starts.get(id);
    if (start === undefined) return undefined;
    const stretch = this.#stretchOf(start);
    const head = (start % this.#stretchLength) / 8;
    const key = stretch.numbers[head] as number;
    const version = stretch.numbers[head + 1] as number;
    if (versions.of(key) !== version) return undefined;
    const answer = read(stretch, head);
    if (this.#isFull && this.#written - start > this.#length * nearEnd) {
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
    if (headBytes + id.length + answer.etag.length + answer.body.byteLength > this.#stretchLength / 4) return;
    const last = this.#starts.get(id);
    if (last !== undefined && this.#sizeAt(last) === sizeOf(id, answer)) {
      this.#put(last, id, key, version, answer);
      return;
    }
    if (this.#isFull && ++this.#newcomers % admitted !== 0) return;
    this.#write(id, key, version, answer);
  }

  get #isFull(): boolean {
    return this.#written >= this.#length || this.#starts.size >= this.#mostIds;
  }

  #stretchOf(position: number): Stretch {
    const number = Math.floor((position % this.#length) / this.#stretchLength);
    let stretch = this.#stretches[number];
    if (!stretch) {
      stretch = new Stretch(this.#stretchLength);
      this.#stretches[number] = stretch;
    }
    return stretch;
  }

  #write(id: string, key: number, version: number, answer: ItemAnswer): void {
    const size = sizeOf(id, answer);
    // What would reach over the end of a stretch begins with the next.
    const rest = this.#stretchLength - (this.#written % this.#stretchLength);
    const start = size > rest ? this.#written + rest : this.#written;
    while (this.#oldest < start + size - this.#length && this.#oldest < this.#written) this.#forgetOldest();
    while (this.#starts.size >= this.#mostIds) this.#forgetOldest();
    if (size > rest) {
      this.#stretchOf(this.#written).numbers[(this.#written % this.#stretchLength) / 8] = endOfStretch;
    }
    this.#written = start + size;
    this.#put(start, id, key, version, answer);
    this.#starts.set(id, start);
  }

  #put(start: number, id: string, key: number, version: number, { etag, body }: ItemAnswer): void {
    const { bytes, text, numbers } = this.#stretchOf(start);
    const at = start % this.#stretchLength;
    const idLength = Buffer.byteLength(id);
    numbers.set([key, version, idLength, etag.length, body.byteLength], at / 8);
    text.write(id, at + headBytes);
    text.write(etag, at + headBytes + idLength, "latin1");
    bytes.set(body, at + headBytes + idLength + etag.length);
  }

  #sizeAt(start: number): number {
    const { numbers } = this.#stretchOf(start);
    const [, , idLength = 0, etagLength = 0, bodyLength = 0] = headAt(numbers, (start % this.#stretchLength) / 8);
    return aligned(headBytes + idLength + etagLength + bodyLength);
  }

  #forgetOldest(): void {
    const { text, numbers } = this.#stretchOf(this.#oldest);
    const at = this.#oldest % this.#stretchLength;
    const [key, , idLength = 0] = headAt(numbers, at / 8);
    if (key === endOfStretch) {
      this.#oldest += this.#stretchLength - at;
      return;
    }
    const id = text.toString("utf8", at + headBytes, at + headBytes + idLength);
    // It may have been written again since, further on.
    if (this.#starts.get(id) === this.#oldest) this.#starts.delete(id);
    this.#oldest += this.#sizeAt(this.#oldest);
  }
}

const headAt = (numbers: Float64Array, head: number) => numbers.subarray(head, head + headBytes / 8);

const sizeOf = (id: string, { etag, body }: ItemAnswer): number =>
  aligned(headBytes + Buffer.byteLength(id) + etag.length + body.byteLength);

function read({ bytes, text, numbers }: Stretch, head: number): ItemAnswer {
  const etag = head * 8 + headBytes + (numbers[head + 2] as number);
  const body = etag + (numbers[head + 3] as number);
  return {
    etag: text.toString("latin1", etag, body),
    body: new Uint8Array(bytes.buffer, body, numbers[head + 4]),
  };
}
