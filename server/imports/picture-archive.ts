import { createHash, type Hash } from "node:crypto";
import { errorCodes } from "../../contract/errors.ts";
import { limits } from "../../contract/limits.ts";
import type { Db } from "../db/db.ts";
import { sql } from "../db/sql.ts";
import { SheetFault } from "../formats/sheet-fault.ts";
import { fileOfBlob, type SheetFile } from "../formats/sheet-file.ts";
import { entryBytes, type ZipEntry, zipEntries } from "../formats/zip-reader.ts";
import { Problem } from "../http/problem.ts";
import type { Images } from "../images/create-images.ts";
import { pictureAddress, takePicture } from "../images/take-picture.ts";
import { nameIn } from "./import-pictures.sql.ts";

/** Where pictures are stored, and under which address they are found. */
export type PictureStore = { images: Images; publicUrl: string | undefined };

/** The import whose pictures they are. `beat` says that it goes on. */
type Owner = { key: number; id: string; origin: string; signal: AbortSignal; beat: () => void };

const isPicture = /\.(?:jpe?g|png|webp|gif|avif)$/i;
/** A longer name is in no index of a database. */
const mostNameBytes = 2_000;

/**
 * Stores the pictures of an archive. A file in it that is no picture is passed over: a row that names it is told so. A
 * name without its folders is enough if only one file has it. One picture under many names is decoded once.
 */
export async function storeArchive(db: Db, store: PictureStore, owner: Owner, path: string): Promise<void> {
  const file = fileOfBlob(Bun.file(path));
  const entries = await entriesOf(file);
  const inFolder = new Map<string, number>();
  for (const name of entries.keys()) inFolder.set(last(name), (inFolder.get(last(name)) ?? 0) + 1);
  const known = new Map<string, string | undefined>();
  for (const [name, entry] of entries) {
    owner.signal.throwIfAborted();
    owner.beat();
    const url = await stored(store, owner, { file, entry }, known);
    if (url === undefined) continue;
    const names = new Set([name, ...(inFolder.get(last(name)) === 1 ? [last(name)] : [])]);
    await db.write(async (tx) => {
      for (const each of names)
        await tx.run(sql`insert into import_pictures (import_key, name, url) values (${owner.key}, ${each}, ${url})`);
    });
  }
}

const last = (name: string): string => name.slice(name.lastIndexOf("/") + 1);

const canBeNamed = (name: string): boolean => !name.includes("\0") && Buffer.byteLength(name) <= mostNameBytes;

/** The pictures by the names that cells have for them: `x.png` and `./x.png` are one. */
async function entriesOf(file: SheetFile): Promise<Map<string, ZipEntry>> {
  try {
    const pictures = new Map<string, ZipEntry>();
    for (const [written, entry] of await zipEntries(file)) {
      const name = nameIn(written);
      if (isPicture.test(name) && !name.startsWith("__macosx/") && canBeNamed(name)) pictures.set(name, entry);
    }
    if (pictures.size <= limits.importPictures) return pictures;
    const most = limits.importPictures.toLocaleString("en");
    throw new SheetFault("too_many", `The archive has more than ${most} pictures.`);
  } catch (error) {
    if (!(error instanceof SheetFault)) throw error;
    const words = error.message.replace("workbook", "archive of pictures");
    throw new Problem("unreadable_file", words, { fault: error.code });
  }
}

/** The address of a picture. `known` has those of the contents that were seen before. */
async function stored(
  { images, publicUrl }: PictureStore,
  { id, origin, signal }: Owner,
  { file, entry }: { file: SheetFile; entry: ZipEntry },
  known: Map<string, string | undefined>,
): Promise<string | undefined> {
  if (entry.size > limits.imageBytes) return undefined;
  const hash = createHash("sha256");
  let digest: string | undefined;
  try {
    const received = await images.inbox.receive(hashed(entryBytes(file, entry), hash));
    digest = hash.digest("hex");
    if (known.has(digest)) {
      await images.inbox.discard(received.path);
      return known.get(digest);
    }
    const { name } = await takePicture(images, received, { address: `import ${id}`, signal });
    const url = pictureAddress(images, publicUrl, origin, name);
    known.set(digest, url);
    return url;
  } catch (error) {
    const isOfFile = error instanceof SheetFault || (error instanceof Problem && errorCodes[error.code].status < 500);
    if (!isOfFile) throw error;
    if (digest !== undefined) known.set(digest, undefined);
    return undefined;
  }
}

async function* hashed(chunks: AsyncIterable<Uint8Array>, hash: Hash): AsyncGenerator<Uint8Array> {
  for await (const chunk of chunks) {
    hash.update(chunk);
    yield chunk;
  }
}
