import { errorCodes } from "../../contract/errors.ts";
import type { Db, Reader } from "../db/db.ts";
import { composed, inStatements, sql } from "../db/sql.ts";
import { Problem } from "../http/problem.ts";
import type { Images } from "../images/create-images.ts";
import { fetchPicture, pictureAddress, takePicture } from "../images/take-picture.ts";
import type { ImportRow } from "./imports.sql.ts";
import type { ReadRow } from "./read-row.ts";

/** Pictures of one import that are fetched at the same time. Decoding them has a queue of its own. */
const fetchedAtOnce = 6;

const isOwn = /\/uploads\/[0-9a-f]{64}\.\w{3,4}(?:[?#]|$)/;
const isAddress = /^https?:\/\//i;

/** Where pictures of rows are: fetched from their addresses, or in the archive that came beside the file. */
export class ImportPictures {
  readonly #db: Db;
  readonly #images: Images;
  readonly #publicUrl: string | undefined;
  readonly #row: ImportRow;
  readonly #fetches: boolean;
  #inArchive: Promise<ReadonlyMap<string, string>> | undefined;

  constructor(
    db: Db,
    { images, publicUrl }: { images: Images; publicUrl: string | undefined },
    row: ImportRow,
    fetches: boolean,
  ) {
    this.#db = db;
    this.#images = images;
    this.#publicUrl = publicUrl;
    this.#row = row;
    this.#fetches = fetches;
  }

  /** Puts the addresses of stored pictures into rows. With `fetching`, those that are not stored yet are fetched. */
  async place(rows: readonly ReadRow[], fetching: boolean): Promise<void> {
    const archive = await this.#archive();
    const wanted = new Map<string, ReadRow[]>();
    for (const row of rows) {
      const cell = row.patch.values.find(({ column }) => column.name === "imgs");
      if (!cell || row.fault || row.repeats !== undefined || !Array.isArray(cell.value)) continue;
      for (const picture of cell.value as string[]) {
        if (this.#needsFetch(picture)) wanted.set(picture, [...(wanted.get(picture) ?? []), row]);
        else if (archive.size > 0 && !isAddress.test(picture) && !isOwn.test(picture) && !archive.has(nameIn(picture)))
          refuse(row, picture, "not_found", "is not in the archive of pictures");
      }
    }
    const known = await this.#known([...wanted.keys()]);
    if (fetching)
      await this.#fetchAll(
        [...wanted].filter(([address]) => !known.has(address)),
        known,
      );
    for (const { patch } of rows) {
      const at = patch.values.findIndex(({ column }) => column.name === "imgs");
      const cell = patch.values[at];
      if (!cell || !Array.isArray(cell.value)) continue;
      const value = (cell.value as string[]).map((one) => known.get(one) ?? archive.get(nameIn(one)) ?? one);
      patch.values[at] = { ...cell, value };
    }
  }

  #needsFetch = (picture: string): boolean => this.#fetches && isAddress.test(picture) && !isOwn.test(picture);

  #archive(): Promise<ReadonlyMap<string, string>> {
    this.#inArchive ??= this.#db.read(async (reader) => {
      const rows = await reader.all<{ name: string; url: string }>(
        sql`select name, url from import_pictures where import_key = ${this.#row.key}`,
      );
      return new Map(rows.map(({ name, url }) => [name, url]));
    });
    return this.#inArchive;
  }

  async #known(addresses: readonly string[]): Promise<Map<string, string>> {
    const known = new Map<string, string>();
    const found = await this.#db.read((reader) => sourcesOf(reader, addresses));
    for (const { address, url } of found) if (await this.#isStored(url)) known.set(address, url);
    return known;
  }

  /** A picture that nothing uses is removed after some time. */
  async #isStored(url: string): Promise<boolean> {
    const name = /[0-9a-f]{64}\.\w{3,4}/.exec(url)?.[0];
    return name !== undefined && (await this.#images.store.open(name)) !== undefined;
  }

  async #fetchAll(wanted: readonly [address: string, rows: ReadRow[]][], known: Map<string, string>): Promise<void> {
    const waiting = [...wanted];
    const work = async () => {
      for (let next = waiting.shift(); next; next = waiting.shift()) {
        const [address, rows] = next;
        try {
          known.set(address, await this.#fetch(address));
        } catch (error) {
          if (!(error instanceof Problem) || errorCodes[error.code].status >= 500) throw error;
          for (const row of rows) refuse(row, address, error.code, error.message);
        }
      }
    };
    await Promise.all(Array.from({ length: fetchedAtOnce }, work));
  }

  async #fetch(address: string): Promise<string> {
    const images = this.#images;
    const { signal } = new AbortController();
    const sender = { address: `import ${this.#row.id}`, signal };
    const { name } = await takePicture(images, await fetchPicture(images, address, signal), sender);
    const url = pictureAddress(images, this.#publicUrl, this.#row.origin, name);
    await this.#db.write(async (tx) => {
      await tx.run(sql`delete from picture_sources where address = ${address}`);
      await tx.run(
        sql`insert into picture_sources (address, url, fetched_at) values (${address}, ${url}, ${this.#db.now()})`,
      );
    });
    return url;
  }
}

async function sourcesOf(reader: Reader, addresses: readonly string[]): Promise<{ address: string; url: string }[]> {
  const found: { address: string; url: string }[] = [];
  for (const some of inStatements(addresses)) {
    const query = composed("select address, url from picture_sources where address in (?)", [some]);
    found.push(...(await reader.all<{ address: string; url: string }>(query)));
  }
  return found;
}

/** Names in an archive are compared without their folders' case and leading signs. */
export const nameIn = (picture: string): string => picture.replace(/^\.?\//, "").toLowerCase();

const refuse = ({ patch }: ReadRow, value: string, code: string, message: string): void => {
  patch.faults.push({ column: "imgs", value, code: code as never, message });
};
