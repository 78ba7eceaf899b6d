import { createHash } from "node:crypto";
import { mkdirSync } from "node:fs";
import { open, readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { limits } from "../../contract/limits.ts";
import { newId } from "../http/ids.ts";
import { invalid, Problem } from "../http/problem.ts";
import { arriving } from "../images/arriving.ts";
import { MalformedForm, partsOf } from "../images/form-parts.ts";
import { boundaryOf, malformed } from "../images/multipart.ts";

/** A file that has arrived, and what came beside it. */
export type ReceivedFile = StoredFile & {
  fileName: string;
  options: string | undefined;
  /** An archive of pictures. */
  pictures: StoredFile | undefined;
};

type StoredFile = { path: string; digest: string };

const mostOptions = 1024 * 1024;
const staleMs = 24 * 60 * 60 * 1000;

const nothingBeside = { options: undefined, pictures: undefined };

const tooLarge = () =>
  new Problem("body_too_large", `A file must not be larger than ${limits.importBytes / 1024 ** 2} MiB.`, {
    maxBytes: limits.importBytes,
  });

/** Receives files to be imported in a folder of their own. They are removed when they are read. */
export class ImportInbox {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
    mkdirSync(folder, { recursive: true, mode: 0o700 });
  }

  async receive(request: Request): Promise<ReceivedFile> {
    if (Number(request.headers.get("content-length")) > limits.importBytes) throw tooLarge();
    const body = arriving(request.body ?? new Blob().stream(), limits.importBytes, undefined, tooLarge);
    const type = request.headers.get("content-type") ?? "";
    if (!/^multipart\/form-data\b/i.test(type)) return { ...(await this.#write(body)), fileName: "", ...nothingBeside };
    return this.#form(body, boundaryOf(type));
  }

  async #form(body: AsyncIterable<Uint8Array>, boundary: string): Promise<ReceivedFile> {
    let file: (StoredFile & { fileName: string }) | undefined;
    let pictures: StoredFile | undefined;
    let options: string | undefined;
    const fault = (name: string, message: string) =>
      invalid("invalid_body", [{ pointer: `/${name}`, code: "unknown_field", message }]);
    try {
      for await (const { name, filename, chunks } of partsOf(body, boundary)) {
        if (name === "file" && !file) file = { ...(await this.#write(chunks)), fileName: filename };
        else if (name === "pictures" && !pictures) pictures = await this.#write(chunks);
        else if (name === "options" && options === undefined) options = await textOf(chunks);
        else throw fault(name, 'is not a part of this form, or is given twice; send the table as "file"');
      }
      if (file) return { ...file, options, pictures };
      throw invalid("invalid_body", [{ pointer: "/file", code: "required", message: "is required: a file" }]);
    } catch (error) {
      for (const { path } of [file, pictures].filter((one) => one !== undefined)) await this.discard(path);
      throw error instanceof MalformedForm ? malformed(error.message) : error;
    }
  }

  async #write(chunks: AsyncIterable<Uint8Array>): Promise<StoredFile> {
    const path = join(this.#folder, newId());
    const hash = createHash("sha256");
    const handle = await open(path, "wx", 0o600);
    try {
      for await (const chunk of chunks) {
        hash.update(chunk);
        for (let written = 0; written < chunk.byteLength; )
          written += (await handle.write(chunk, written)).bytesWritten;
      }
      await handle.close();
      return { path, digest: hash.digest("hex") };
    } catch (error) {
      await handle.close().catch(() => {});
      await this.discard(path);
      throw error;
    }
  }

  /** Removes a file and what came beside it. */
  async discardAll({ path, pictures }: ReceivedFile): Promise<void> {
    await this.discard(path);
    if (pictures) await this.discard(pictures.path);
  }

  async discard(path: string): Promise<void> {
    await rm(path, { force: true });
  }

  /** Removes files that a killed process left behind. */
  async sweep(now: number): Promise<void> {
    for (const name of await readdir(this.#folder)) {
      const path = join(this.#folder, name);
      const info = await stat(path).catch(() => undefined);
      if (info && now - info.mtimeMs > staleMs) await this.discard(path);
    }
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
