/** What is stored under a key. The text is Latin-1. */
export type Kept = { version: number; text: string; body: Uint8Array };

/** A record in this last part of the ring is written again when it is read. */
const nearEnd = 0.75;
/** Of the new keys in a full ring, one in so many is stored. */
const admitted = 16;

/** The head of a record: the version, and the lengths of key, text and body. */
const headBytes = 4 * 8;

/** Instead of a version: the rest of the block is empty. */
const endOfStretch = -1;

/** The size of a block. An array can have at most 4 GB, and blocks that are never used are never allocated. */
const longestStretch = 64 * 1024 * 1024;

/** The share of the memory for the map of keys, and the measured size of a key in it beside its length. */
const mapShare = 1 / 8;
const keyBytes = 128;

/**
 * Records are aligned to this. Eight bytes would be enough for the numbers in a head. With more, an answer that changed a
 * little mostly still fits where the last one was.
 */
const aligned = (bytes: number): number => Math.ceil(bytes / 32) * 32;

/** One block of bytes, also readable as numbers and as text. */
class Stretch {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly text: Buffer;
  readonly numbers: Float64Array;

  constructor(length: number) {
    // The system allocates pages when they are first written.
    this.bytes = new Uint8Array(length);
    this.text = Buffer.from(this.bytes.buffer);
    this.numbers = new Float64Array(this.bytes.buffer);
  }
}

/**
 * Bytes by key, in a ring of memory: new records overwrite the oldest, and an old record that is read is written again. A
 * new record replaces the last one of its key if it fits there, so that a few items that are saved all day do not fill
 * the ring.
 *
 * A map of objects would make the garbage collector walk a hundred thousand answers of several objects each, again and
 * again, which slows down writes. The head of a record lies right before its body, because memory that is not in the
 * processor's cache takes longer to read than everything else that is done with it.
 */
export class ByteRing {
  readonly #stretches: Stretch[] = [];
  readonly #stretchLength: number;
  readonly #length: number;
  readonly #mostKeyBytes: number;
  /** Where each record begins, counted from the first byte ever written. */
  readonly #starts = new Map<string, number>();
  /** The end of the last record, and the start of the oldest complete one. */
  #written = 0;
  #oldest = 0;
  #keyBytes = 0;
  #newcomers = 0;

  constructor(maxBytes: number) {
    const bytes = maxBytes * (1 - mapShare);
    const count = Math.ceil(bytes / longestStretch);
    this.#stretchLength = aligned(bytes / count);
    this.#length = count * this.#stretchLength;
    this.#mostKeyBytes = maxBytes * mapShare;
  }

  /** The memory in use. Of a block, the system allocates only what was written. */
  get bytes(): number {
    return Math.min(this.#written, this.#length) + this.#keyBytes;
  }

  /** The body lies in the ring and may be overwritten: use it at once, or copy it. */
  get(key: string): Kept | undefined {
    const start = this.#starts.get(key);
    if (start === undefined) return undefined;
    const kept = read(this.#stretchOf(start), (start % this.#stretchLength) / 8);
    if (this.#hasRoomFor(key) || this.#written - start <= this.#length * nearEnd) return kept;
    // A copy, because the record that is written next may overwrite it.
    kept.body = kept.body.slice();
    this.#write(key, kept);
    return kept;
  }

  /**
   * Stores each record until the ring is full, then one new key in so many. What is read often still gets in soon, and a
   * catalog larger than the memory does not rewrite the ring all day, which would cost more than it saves.
   */
  set(key: string, kept: Kept): void {
    const size = sizeOf(key, kept);
    // A single huge record must not remove everything else.
    if (size > this.#stretchLength / 4 || bytesOf(key) > this.#mostKeyBytes / 4) return;
    const last = this.#starts.get(key);
    if (last !== undefined && this.#sizeAt(last) === size) {
      this.#put(last, key, kept);
      return;
    }
    if (!this.#hasRoomFor(key) && ++this.#newcomers % admitted !== 0) return;
    this.#write(key, kept);
  }

  #hasRoomFor(key: string): boolean {
    return this.#written < this.#length && this.#keyBytes + bytesOf(key) <= this.#mostKeyBytes;
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

  #write(key: string, kept: Kept): void {
    const size = sizeOf(key, kept);
    // A record that does not fit into the rest of a block starts in the next one.
    const rest = this.#stretchLength - (this.#written % this.#stretchLength);
    const start = size > rest ? this.#written + rest : this.#written;
    while (this.#oldest < start + size - this.#length && this.#oldest < this.#written) this.#forgetOldest();
    while (this.#keyBytes + bytesOf(key) > this.#mostKeyBytes && this.#oldest < this.#written) this.#forgetOldest();
    if (size > rest) {
      this.#stretchOf(this.#written).numbers[(this.#written % this.#stretchLength) / 8] = endOfStretch;
    }
    this.#written = start + size;
    this.#put(start, key, kept);
    if (!this.#starts.has(key)) this.#keyBytes += bytesOf(key);
    // Decoded from the ring: the given key may be a slice of a longer text, which would stay in memory with it.
    this.#starts.set(this.#keyAt(start), start);
  }

  #put(start: number, key: string, { version, text: words, body }: Kept): void {
    const { bytes, text, numbers } = this.#stretchOf(start);
    const at = start % this.#stretchLength;
    const keyLength = Buffer.byteLength(key);
    numbers.set([version, keyLength, words.length, body.byteLength], at / 8);
    text.write(key, at + headBytes);
    text.write(words, at + headBytes + keyLength, "latin1");
    bytes.set(body, at + headBytes + keyLength + words.length);
  }

  #keyAt(start: number): string {
    const { text, numbers } = this.#stretchOf(start);
    const at = start % this.#stretchLength;
    return text.toString("utf8", at + headBytes, at + headBytes + (numbers[at / 8 + 1] as number));
  }

  #sizeAt(start: number): number {
    const { numbers } = this.#stretchOf(start);
    const [, keyLength = 0, textLength = 0, bodyLength = 0] = headAt(numbers, (start % this.#stretchLength) / 8);
    return aligned(headBytes + keyLength + textLength + bodyLength);
  }

  #forgetOldest(): void {
    const at = this.#oldest % this.#stretchLength;
    if (this.#stretchOf(this.#oldest).numbers[at / 8] === endOfStretch) {
      this.#oldest += this.#stretchLength - at;
      return;
    }
    const key = this.#keyAt(this.#oldest);
    // It may have been written again since.
    if (this.#starts.get(key) === this.#oldest) {
      this.#starts.delete(key);
      this.#keyBytes -= bytesOf(key);
    }
    this.#oldest += this.#sizeAt(this.#oldest);
  }
}

/** The size of a key in the map. */
const bytesOf = (key: string): number => keyBytes + key.length;

const headAt = (numbers: Float64Array, head: number) => numbers.subarray(head, head + headBytes / 8);

const sizeOf = (key: string, { text, body }: Kept): number =>
  aligned(headBytes + Buffer.byteLength(key) + text.length + body.byteLength);

function read({ bytes, text, numbers }: Stretch, head: number): Kept {
  const start = head * 8 + headBytes + (numbers[head + 1] as number);
  const body = start + (numbers[head + 2] as number);
  return {
    version: numbers[head] as number,
    text: text.toString("latin1", start, body),
    body: new Uint8Array(bytes.buffer, body, numbers[head + 3]),
  };
}
