import type { RowVersions } from "../db/db.ts";

/** An item as it is sent to who asks for no language. */
export type ItemAnswer = { body: Uint8Array; etag: string };

/** No item is smaller, so there are no more of them than this leaves room for. */
const leastBytes = 256;
/** What has come this near to its end is moved to the front by whoever asks for it. */
const nearEnd = 0.75;
/** Of the newcomers to a full ring. */
const admitted = 16;

/**
 * Answers by the id of their item, each under the version that its row had, in one stretch of memory that is written
 * round and round: what is written last overwrites what is oldest, and what is asked for while it is old is written again.
 *
 * Not a map of objects: a hundred thousand answers of three objects each are walked by the garbage collector again and
 * again, at the cost of whoever writes. Here there is one name for each, and numbers.
 */
export class KeptAnswers {
  readonly #bytes: Uint8Array<ArrayBuffer>;
  readonly #text: Buffer;
  /** The place of each answer in the lists below, which are rings too: the oldest is at `first`. */
  readonly #places = new Map<string, number>();
  readonly #ids: (string | undefined)[] = [];
  readonly #keys: Float64Array;
  readonly #versions: Float64Array;
  /** Counted from the first byte ever written: the ring has gone round as often as its length is in it. */
  readonly #starts: Float64Array;
  readonly #etagLengths: Uint8Array;
  readonly #lengths: Uint32Array;
  #first = 0;
  #count = 0;
  #written = 0;
  #newcomers = 0;

  constructor(maxBytes: number) {
    // The system gives the memory page by page, as it is written for the first time.
    this.#bytes = new Uint8Array(Math.ceil(maxBytes));
    this.#text = Buffer.from(this.#bytes.buffer);
    const most = Math.ceil(maxBytes / leastBytes);
    this.#keys = new Float64Array(most);
    this.#versions = new Float64Array(most);
    this.#starts = new Float64Array(most);
    this.#etagLengths = new Uint8Array(most);
    this.#lengths = new Uint32Array(most);
  }

  get(id: string, versions: RowVersions): ItemAnswer | undefined {
    let place = this.#places.get(id);
    if (place === undefined || versions.of(this.#keys[place] as number) !== this.#versions[place]) return undefined;
    if (this.#isFull && this.#written - (this.#starts[place] as number) > this.#bytes.length * nearEnd) {
      place = this.#write(id, this.#keys[place] as number, this.#versions[place] as number, this.#read(place));
    }
    return this.#read(place);
  }

  /**
   * While there is room, each is kept. Then one newcomer in so many: what is asked for often gets in soon, and a catalog
   * larger than the memory does not turn it over all day long, which costs more than it saves.
   */
  set(id: string, key: number, version: number, answer: ItemAnswer): void {
    const size = answer.etag.length + answer.body.byteLength;
    // One giant must not push out everything else.
    if (size > this.#bytes.length / 4) return;
    if (this.#isFull && ++this.#newcomers % admitted !== 0) return;
    this.#write(id, key, version, answer);
  }

  get #isFull(): boolean {
    return this.#written >= this.#bytes.length;
  }

  #read(place: number): ItemAnswer {
    const start = (this.#starts[place] as number) % this.#bytes.length;
    const body = start + (this.#etagLengths[place] as number);
    return {
      etag: this.#text.toString("latin1", start, body),
      body: new Uint8Array(this.#bytes.buffer, body, this.#lengths[place]),
    };
  }

  #write(id: string, key: number, version: number, { etag, body }: ItemAnswer): number {
    const all = this.#bytes.length;
    const size = Math.max(etag.length + body.byteLength, leastBytes);
    // What would reach over the end begins at the beginning.
    const start = this.#written % all;
    if (start + size > all) this.#written += all - start;
    const begin = this.#written;
    this.#written += size;
    this.#forgetOverwritten();
    const at = begin % all;
    this.#bytes.set(body, at + etag.length);
    this.#text.write(etag, at, "latin1");
    const place = (this.#first + this.#count++) % this.#starts.length;
    this.#ids[place] = id;
    this.#keys[place] = key;
    this.#versions[place] = version;
    this.#starts[place] = begin;
    this.#etagLengths[place] = etag.length;
    this.#lengths[place] = body.byteLength;
    this.#places.set(id, place);
    return place;
  }

  #forgetOverwritten(): void {
    while (this.#count > 0 && this.#written - (this.#starts[this.#first] as number) > this.#bytes.length) {
      const id = this.#ids[this.#first] as string;
      // It may have been written again since, further on.
      if (this.#places.get(id) === this.#first) this.#places.delete(id);
      this.#ids[this.#first] = undefined;
      this.#first = (this.#first + 1) % this.#starts.length;
      this.#count--;
    }
  }
}
