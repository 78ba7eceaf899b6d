import { createHash } from "node:crypto";
import { mkdirSync } from "node:fs";
import { rm, utimes } from "node:fs/promises";
import { join } from "node:path";
import { limits } from "../../contract/limits.ts";
import { newId } from "../http/ids.ts";
import { invalid, Problem } from "../http/problem.ts";
import { arriving } from "../images/arriving.ts";
import { MalformedForm, partsOf } from "../images/form-parts.ts";
import { removeLeftBehind } from "../images/left-behind.ts";
import { boundaryOf, malformed } from "../images/multipart.ts";
import { writeNewFile } from "../images/new-file.ts";
import { type IncomingBounds, IncomingBytes, type IncomingFiles } from "./incoming-bytes.ts";

/** A file that has arrived, and what came beside it. */
export type ReceivedFile = StoredFile & {
  /** What it takes of the room for files until it is discarded. */
  incoming: IncomingFiles;
  fileName: string;
  options: string | undefined;
  /** An archive of pictures. */
  pictures: StoredFile | undefined;
};

type StoredFile = { path: string; digest: string };

const mostOptions = 1024 * 1024;

const nothingBeside = { options: undefined, pictures: undefined };

const tooLarge = () =>
  new Problem("body_too_large", `A file must not be larger than ${limits.importBytes / 1024 ** 2} MiB.`, {
    maxBytes: limits.importBytes,
  });

/** For a full disk: the client may send it again, and the log shows the cause. */
function cannotStore(error: unknown): Problem {
  const problem = new Problem("unavailable", "The file cannot be stored at the moment.", {}, { "retry-after": "30" });
  problem.cause = error;
  return problem;
}

/** Receives files to be imported in a folder of their own. They are removed when they are read. */
export class ImportInbox {
  readonly #folder: string;
  readonly #incoming: IncomingBytes;
  /** The files that are here and not left behind. */
  readonly #used = new Set<string>();

  constructor(folder: string, bounds: IncomingBounds) {
    this.#folder = folder;
    this.#incoming = new IncomingBytes(bounds);
    mkdirSync(folder, { recursive: true, mode: 0o700 });
  }

  async receive(request: Request, person: string): Promise<ReceivedFile> {
    if (Number(request.headers.get("content-length")) > limits.importBytes) throw tooLarge();
    const body = arriving(request.body ?? new Blob().stream(), limits.importBytes, undefined, tooLarge);
    const type = request.headers.get("content-type") ?? "";
    const incoming = this.#incoming.from(person);
    try {
      if (/^multipart\/form-data\b/i.test(type)) return await this.#form(body, boundaryOf(type), incoming);
      return { ...(await this.#write(body, incoming)), fileName: "", ...nothingBeside, incoming };
    } catch (error) {
      incoming[Symbol.dispose]();
      throw error;
    }
  }

  async #form(body: AsyncIterable<Uint8Array>, boundary: string, incoming: IncomingFiles): Promise<ReceivedFile> {
    let file: (StoredFile & { fileName: string }) | undefined;
    let pictures: StoredFile | undefined;
    let options: string | undefined;
    const fault = (name: string, message: string) =>
      invalid("invalid_body", [{ pointer: `/${name}`, code: "unknown_field", message }]);
    try {
      for await (const { name, filename, chunks } of partsOf(body, boundary)) {
        if (name === "file" && !file) file = { ...(await this.#write(chunks, incoming)), fileName: filename };
        else if (name === "pictures" && !pictures) pictures = await this.#write(chunks, incoming);
        else if (name === "options" && options === undefined) options = await textOf(chunks);
        else throw fault(name, 'is not a part of this form, or is given twice; send the table as "file"');
      }
      if (file) return { ...file, options, pictures, incoming };
      throw invalid("invalid_body", [{ pointer: "/file", code: "required", message: "is required: a file" }]);
    } catch (error) {
      for (const { path } of [file, pictures].filter((one) => one !== undefined)) await this.#discard(path);
      throw error instanceof MalformedForm ? malformed(error.message) : error;
    }
  }

  async #write(chunks: AsyncIterable<Uint8Array>, incoming: IncomingFiles): Promise<StoredFile> {
    const path = join(this.#folder, newId());
    const hash = createHash("sha256");
    const take = (chunk: Uint8Array) => {
      incoming.add(chunk.byteLength);
      hash.update(chunk);
    };
    this.#used.add(path);
    try {
      await writeNewFile(path, { chunks, take, cannotStore, mode: 0o600 });
    } catch (error) {
      this.#used.delete(path);
      throw error;
    }
    return { path, digest: hash.digest("hex") };
  }

  /** Removes a file and what came beside it. */
  async discardAll({ path, pictures, incoming }: ReceivedFile): Promise<void> {
    await this.#discard(path);
    if (pictures) await this.#discard(pictures.path);
    incoming[Symbol.dispose]();
  }

  /** A file that cannot be removed now is left to the sweep. */
  async #discard(path: string): Promise<void> {
    this.#used.delete(path);
    await rm(path, { force: true }).catch(() => undefined);
  }

  /** Removes files that a killed process left behind. Another node that shares the folder sees that ours are in use. */
  async sweep(): Promise<void> {
    const now = new Date();
    for (const path of this.#used) await utimes(path, now, now).catch(() => {});
    await removeLeftBehind(this.#folder, this.#used);
  }
}

async function textOf(chunks: AsyncIterable<Uint8Array>): Promise<string> {
  let text = "";
  const decoder = new TextDecoder();
  for await (const chunk of chunks) {
    text += decoder.decode(chunk, { stream: true });
    if (text.length > mostOptions) throw tooLarge();
  }
  return text + decoder.decode();
}
