import { errorCodes } from "../../contract/errors.ts";
import type { Db, Reader } from "../db/db.ts";
import { composed, inStatements, sql } from "../db/sql.ts";
import { Problem } from "../http/problem.ts";
import type { Images } from "../images/create-images.ts";
import { fetchPicture, pictureAddress, takePicture } from "../images/take-picture.ts";
import type { ImportRow } from "./imports.sql.ts";
import type { MatchedRow } from "./read-row.ts";

/** Pictures of one import that are fetched at the same time. Decoding them has a queue of its own. */
const fetchedAtOnce = 6;

/** How often a host may not answer, and of how many hosts that is known. */
const mostSilent = 3;
const mostSilentHosts = 1_000;

const isOwn = /\/uploads\/[0-9a-f]{64}\.\w{3,4}(?:[?#]|$)/;
const isAddress = /^https?:\/\//i;

/** Where pictures of rows are: fetched from their addresses, or in the archive that came beside the file. */
export class ImportPictures {
  readonly #db: Db;
  readonly #images: Images;
  readonly #publicUrl: string | undefined;
  readonly #row: ImportRow;
  readonly #fetches: boolean;
  readonly #silent = new Map<string, number>();
  #inArchive: Promise<ReadonlyMap<string, string>> | undefined;

  constructor(
    { db, images, publicUrl }: { db: Db; images: Images; publicUrl: string | undefined },
    row: ImportRow,
    fetches: boolean,
  ) {
    this.#db = db;
    this.#images = images;
    this.#publicUrl = publicUrl;
    this.#row = row;
    this.#fetches = fetches;
  }

  /** Puts the addresses of stored pictures into rows. Returns the addresses that are not stored yet, with their rows. */
  async place(rows: readonly MatchedRow[]): Promise<Map<string, Set<MatchedRow>>> {
    const archive = await this.#archive();
    const missing = new Map<string, Set<MatchedRow>>();
    const withPictures = rows.flatMap((row) => {
      const at = row.patch.values.findIndex(({ column }) => column.name === "imgs");
      const cell = row.patch.values[at];
      const isTaken = !row.fault && (row.match === null || typeof row.match === "number");
      return isTaken && cell && Array.isArray(cell.value) ? [{ row, at, cell, pictures: cell.value as string[] }] : [];
    });
    for (const { row, pictures } of withPictures) {
      for (const picture of new Set(pictures)) {
        if (this.#needsFetch(picture)) missing.set(picture, (missing.get(picture) ?? new Set()).add(row));
        else if (archive.size > 0 && !isAddress.test(picture) && !isOwn.test(picture) && !archive.has(nameIn(picture)))
          refuse(row, picture, "not_found", "is not in the archive of pictures");
      }
    }
    const known = await this.#known([...missing.keys()]);
    for (const { row, at, cell, pictures } of withPictures) {
      const value = pictures.map((one) => known.get(one) ?? archive.get(nameIn(one)) ?? one);
      row.patch.values[at] = { ...cell, value };
    }
    for (const address of known.keys()) missing.delete(address);
    return missing;
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

  /** Fetches pictures for `place`. A row whose picture cannot be fetched gets a fault. */
  async fetch(wanted: ReadonlyMap<string, ReadonlySet<MatchedRow>>, signal: AbortSignal): Promise<void> {
    const waiting = [...wanted];
    const work = async () => {
      for (let next = waiting.shift(); next; next = waiting.shift()) {
        const [address, rows] = next;
        try {
          await this.#fetchOne(address, signal);
        } catch (error) {
          if (signal.aborted) throw signal.reason;
          if (!(error instanceof Problem) || errorCodes[error.code].status >= 500) throw error;
          for (const row of rows) refuse(row, address, error.code, error.message);
        }
      }
    };
    await Promise.all(Array.from({ length: fetchedAtOnce }, work));
  }

  /** A host that did not answer three times is not asked again: a file may name it ten thousand times. */
  async #fetchOne(address: string, signal: AbortSignal): Promise<void> {
    const host = URL.parse(address)?.host ?? "";
    if ((this.#silent.get(host) ?? 0) >= mostSilent) throw new Problem("url_unreachable", `${host} does not answer.`);
    try {
      await this.#fetch(address, signal);
    } catch (error) {
      const isSilent =
        error instanceof Problem && error.code === "url_unreachable" && !("upstreamStatus" in error.members);
      if (isSilent && (this.#silent.size < mostSilentHosts || this.#silent.has(host)))
        this.#silent.set(host, (this.#silent.get(host) ?? 0) + 1);
      throw error;
    }
  }

  async #fetch(address: string, signal: AbortSignal): Promise<void> {
    const images = this.#images;
    const sender = { address: `import ${this.#row.id}`, signal };
    const { name } = await takePicture(images, await fetchPicture(images, address, signal), sender);
    const url = pictureAddress(images, this.#publicUrl, this.#row.origin, name);
    await this.#db.write(async (tx) => {
      await tx.run(sql`delete from picture_sources where address = ${address}`);
      await tx.run(
        sql`insert into picture_sources (address, url, fetched_at) values (${address}, ${url}, ${this.#db.now()})`,
      );
    });
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

const refuse = ({ patch }: MatchedRow, value: string, code: string, message: string): void => {
  patch.faults.push({ column: "imgs", value, code: code as never, message });
};
