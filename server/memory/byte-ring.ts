/** What is kept under a key. The text has no character beyond Latin-1. */
export type Kept = { version: number; text: string; body: Uint8Array };

/** What has come this near to its end is moved to the front by whoever asks for it. */
const nearEnd = 0.75;
/** Of the newcomers to a full ring. */
const admitted = 16;

/** Before the key, the text and the body: the version, and the lengths of the three. */
const headBytes = 4 * 8;

/** In the place of a version: nothing more until the end of the stretch. */
const endOfStretch = -1;

/** One stretch of memory is no longer than this: no array can have more than 4 GB, and what is never used is never asked for. */
const longestStretch = 64 * 1024 * 1024;

/** The part of the memory that the map of keys may take, and what one takes there beside its own length, measured. */
const mapShare = 1 / 8;
const keyBytes = 128;

/**
 * Where the next record begins. The numbers in a head are read eight bytes at a time; it is more than that so that an answer of
 * which little has changed mostly fits into the place of the last one.
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
 * Bytes by key, in a ring of memory that is written round and round: what is written last overwrites what is oldest, and what
 * is asked for while it is old is written again. What fits takes the place of the last bytes of its key: people who save
 * a few items all day do not fill the ring.
 *
 * Not a map of objects: a hundred thousand answers of several objects each are walked by the garbage collector again and
 * again, at the cost of whoever writes. And all that is known of an answer lies before it: memory that was not looked at
 * lately takes longer to come than everything that is done with it.
 */
export class ByteRing {
  readonly #stretches: Stretch[] = [];
  readonly #stretchLength: number;
  readonly #length: number;
  readonly #mostKeyBytes: number;
  /** Where each record begins, counted from the first byte ever written: the ring has gone round as often as it fits in. */
  readonly #starts = new Map<string, number>();
  /** The end of the last record, and the start of the oldest that is still whole. */
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

  /** What is in use of its memory: of a stretch, the system gives only what was written. */
  get bytes(): number {
    return Math.min(this.#written, this.#length) + this.#keyBytes;
  }

  /** The body lies in the ring, where other bytes may take its place: it is used at once, or copied. */
  get(key: string): Kept | undefined {
    const start = this.#starts.get(key);
    if (start === undefined) return undefined;
    const kept = read(this.#stretchOf(start), (start % this.#stretchLength) / 8);
    if (this.#hasRoomFor(key) || this.#written - start <= this.#length * nearEnd) return kept;
    // A copy of its own: it may be written over by its own next record.
    kept.body = kept.body.slice();
    this.#write(key, kept);
    return kept;
  }

  /**
   * While there is room, each is kept. Then one newcomer in so many: what is asked for often gets in soon, and a catalog
   * larger than the memory does not turn it over all day long, which costs more than it saves.
   */
  set(key: string, kept: Kept): void {
    const size = sizeOf(key, kept);
    // One giant must not push out everything else.
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
    // What would reach over the end of a stretch begins with the next.
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
    // Read back: a part of a longer text, as a path is of its address, would hold all of it in memory.
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
    // It may have been written again since, further on.
    if (this.#starts.get(key) === this.#oldest) {
      this.#starts.delete(key);
      this.#keyBytes -= bytesOf(key);
    }
    this.#oldest += this.#sizeAt(this.#oldest);
  }
}

/** In the map. */
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
