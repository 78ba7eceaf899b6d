import { errorCodes } from "../../contract/errors.ts";
import { limits } from "../../contract/limits.ts";
import type { Db } from "../db/db.ts";
import { sql } from "../db/sql.ts";
import { Problem } from "../http/problem.ts";
import type { Images } from "../images/create-images.ts";
import { pictureAddress, takePicture } from "../images/take-picture.ts";
import { SheetFault } from "../sheets/sheet-fault.ts";
import { fileOfBlob, type SheetFile } from "../sheets/sheet-file.ts";
import { entryBytes, type ZipEntry, zipEntries } from "../sheets/zip-reader.ts";
import { nameIn } from "./import-pictures.sql.ts";

/** Where pictures are stored, and under which address they are found. */
export type PictureStore = { images: Images; publicUrl: string | undefined };

type Owner = { key: number; id: string; origin: string };

const isPicture = /\.(?:jpe?g|png|webp|gif|avif)$/i;

/**
 * Stores the pictures of an archive. A file in it that is no picture is passed over: a row that names it is told so. A
 * name without its folders is enough if only one file has it.
 */
export async function storeArchive(
  db: Db,
  store: PictureStore,
  owner: Owner,
  path: string,
  beat: () => void,
): Promise<void> {
  const file = fileOfBlob(Bun.file(path));
  const entries = await entriesOf(file);
  const inFolder = new Map<string, number>();
  for (const name of entries.keys()) inFolder.set(last(name), (inFolder.get(last(name)) ?? 0) + 1);
  for (const [name, entry] of entries) {
    beat();
    const url = await stored(store, owner, file, entry);
    if (url === undefined) continue;
    const names = new Set([nameIn(name), ...(inFolder.get(last(name)) === 1 ? [last(name)] : [])]);
    await db.write(async (tx) => {
      for (const each of names)
        await tx.run(sql`insert into import_pictures (import_key, name, url) values (${owner.key}, ${each}, ${url})`);
    });
  }
}

const last = (name: string): string => name.slice(name.lastIndexOf("/") + 1);

async function entriesOf(file: SheetFile): Promise<Map<string, ZipEntry>> {
  try {
    const entries = await zipEntries(file);
    const pictures = new Map([...entries].filter(([name]) => isPicture.test(name) && !name.startsWith("__macosx/")));
    if (pictures.size <= limits.importPictures) return pictures;
    const most = limits.importPictures.toLocaleString("en");
    throw new SheetFault("too_many", `The archive has more than ${most} pictures.`);
  } catch (error) {
    if (!(error instanceof SheetFault)) throw error;
    const words = error.message.replace("workbook", "archive of pictures");
    throw new Problem("unreadable_file", words, { fault: error.code });
  }
}

async function stored(
  { images, publicUrl }: PictureStore,
  { id, origin }: Owner,
  file: SheetFile,
  entry: ZipEntry,
): Promise<string | undefined> {
  if (entry.size > limits.imageBytes) return undefined;
  const sender = { address: `import ${id}`, signal: new AbortController().signal };
  try {
    const { name } = await takePicture(images, await images.inbox.receive(entryBytes(file, entry)), sender);
    return pictureAddress(images, publicUrl, origin, name);
  } catch (error) {
    const isOfFile = error instanceof SheetFault || (error instanceof Problem && errorCodes[error.code].status < 500);
    if (isOfFile) return undefined;
    throw error;
  }
}
