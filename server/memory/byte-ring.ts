/** The value of a key. The text has no character beyond Latin-1. */
export type RingValue = { version: number; text: string; body: Uint8Array };

/** A read moves a record to the front if this share of the ring was written after it. */
const nearEnd = 0.75;
/** So many of the keys that were refused last are remembered. */
const rememberedKeys = 16_384;

/** The head of a record, before key, text and body: the version and the lengths of the three. */
const headBytes = 4 * 8;

/** Instead of a version: no more records until the end of the stretch. */
const endOfStretch = -1;

/** The memory is divided into stretches: an array can have at most 4 GB, and an unused stretch is never allocated. */
const longestStretch = 64 * 1024 * 1024;

/** The share of the memory for the map of keys, and the bytes per key there besides its own length, measured. */
const mapShare = 1 / 8;
const keyBytes = 128;

/**
 * Rounds up to the start of the next record. The numbers in a head need 8 bytes. With 32, an answer that changed a
 * little mostly fits in the place of the previous one.
 */
const aligned = (bytes: number): number => Math.ceil(bytes / 32) * 32;

/** The same memory as bytes, as text and as numbers. */
class Stretch {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly text: Buffer;
  readonly numbers: Float64Array;

  constructor(length: number) {
    // The system allocates the memory page by page, on the first write.
    this.bytes = new Uint8Array(length);
    this.text = Buffer.from(this.bytes.buffer);
    this.numbers = new Float64Array(this.bytes.buffer);
  }
}

/**
 * Bytes by key, in a ring of memory: a new record overwrites the oldest, and an old record that is read is written
 * again. A value of the same size overwrites the previous value of its key, so that saving a few items all day does not
 * fill the ring.
 *
 * It is not a map of objects: the garbage collector would walk a hundred thousand answers of several objects each again
 * and again, which slows down writes. All data of an answer is in one place, because loading memory that was not used
 * lately takes longer than everything that is done with it.
 */
export class ByteRing {
  readonly #stretches: Stretch[] = [];
  readonly #stretchLength: number;
  readonly #length: number;
  readonly #mostKeyBytes: number;
  /** The start of each record, counted from the first byte ever written. Modulo `#length` it is a place in the ring. */
  readonly #starts = new Map<string, number>();
  /** The end of the last record, and the start of the oldest record that is not overwritten. */
  #written = 0;
  #oldest = 0;
  #keyBytes = 0;
  /** Hashes of keys that a full ring refused, each in the place that it decides. */
  readonly #refused = new Uint32Array(rememberedKeys);

  constructor(maxBytes: number) {
    const bytes = maxBytes * (1 - mapShare);
    const count = Math.ceil(bytes / longestStretch);
    this.#stretchLength = aligned(bytes / count);
    this.#length = count * this.#stretchLength;
    this.#mostKeyBytes = maxBytes * mapShare;
  }

  /** The memory in use: the system allocates only the part of a stretch that was written. */
  get bytes(): number {
    return Math.min(this.#written, this.#length) + this.#keyBytes;
  }

  /** The body is a view of the ring, which later writes may overwrite. The caller uses it immediately or copies it. */
  get(key: string): RingValue | undefined {
    const start = this.#starts.get(key);
    if (start === undefined) return undefined;
    const value = read(this.#stretchOf(start), (start % this.#stretchLength) / 8);
    if (this.#hasSpaceFor(key) || this.#written - start <= this.#length * nearEnd) return value;
    // A copy, because the new record may overwrite the old one.
    value.body = value.body.slice();
    this.#write(key, value);
    return value;
  }

  /**
   * Stores every value while there is space. A full ring stores a new key when it comes for the second time within some
   * ten thousand others: values that are requested often get in at once, and a catalog larger than the memory does not
   * rewrite it all day, which costs more than it saves.
   */
  set(key: string, value: RingValue): void {
    const size = sizeOf(key, value);
    // One huge value must not overwrite everything else.
    if (size > this.#stretchLength / 4 || bytesOf(key) > this.#mostKeyBytes / 4) return;
    const last = this.#starts.get(key);
    if (last !== undefined && this.#sizeAt(last) === size) {
      this.#put(last, key, value);
      return;
    }
    if (last === undefined && !this.#hasSpaceFor(key) && !this.#wasRefused(key)) return;
    this.#write(key, value);
  }

  /** Whether the key was refused lately. If not, it is now. */
  #wasRefused(key: string): boolean {
    const hash = Bun.hash.xxHash32(key);
    const place = hash % rememberedKeys;
    if (this.#refused[place] === hash) return true;
    this.#refused[place] = hash;
    return false;
  }

  #hasSpaceFor(key: string): boolean {
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

  #write(key: string, value: RingValue): void {
    const size = sizeOf(key, value);
    // A record that does not fit into the rest of a stretch starts at the next one.
    const rest = this.#stretchLength - (this.#written % this.#stretchLength);
    const start = size > rest ? this.#written + rest : this.#written;
    while (this.#oldest < start + size - this.#length && this.#oldest < this.#written) this.#forgetOldest();
    while (this.#keyBytes + bytesOf(key) > this.#mostKeyBytes && this.#oldest < this.#written) this.#forgetOldest();
    if (size > rest) {
      this.#stretchOf(this.#written).numbers[(this.#written % this.#stretchLength) / 8] = endOfStretch;
    }
    this.#written = start + size;
    this.#put(start, key, value);
    if (!this.#starts.has(key)) this.#keyBytes += bytesOf(key);
    // Read back from the ring: a substring, such as the path of an address, would keep the whole address in memory.
    this.#starts.set(this.#keyAt(start), start);
  }

  #put(start: number, key: string, { version, text: valueText, body }: RingValue): void {
    const { bytes, text, numbers } = this.#stretchOf(start);
    const at = start % this.#stretchLength;
    const keyLength = Buffer.byteLength(key);
    numbers.set([version, keyLength, valueText.length, body.byteLength], at / 8);
    text.write(key, at + headBytes);
    text.write(valueText, at + headBytes + keyLength, "latin1");
    bytes.set(body, at + headBytes + keyLength + valueText.length);
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
    // The key may have a newer record.
    if (this.#starts.get(key) === this.#oldest) {
      this.#starts.delete(key);
      this.#keyBytes -= bytesOf(key);
    }
    this.#oldest += this.#sizeAt(this.#oldest);
  }
}

/** The bytes of a key in the map. */
const bytesOf = (key: string): number => keyBytes + key.length;

const headAt = (numbers: Float64Array, head: number) => numbers.subarray(head, head + headBytes / 8);

const sizeOf = (key: string, { text, body }: RingValue): number =>
  aligned(headBytes + Buffer.byteLength(key) + text.length + body.byteLength);

function read({ bytes, text, numbers }: Stretch, head: number): RingValue {
  const start = head * 8 + headBytes + (numbers[head + 1] as number);
  const body = start + (numbers[head + 2] as number);
  return {
    version: numbers[head] as number,
    text: text.toString("latin1", start, body),
    body: new Uint8Array(bytes.buffer, body, numbers[head + 3]),
  };
}
