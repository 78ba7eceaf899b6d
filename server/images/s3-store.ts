import { rm, writeFile } from "node:fs/promises";
import { S3Client } from "bun";
import { type Extension, imageKinds } from "./image-kinds.ts";
import { type ImageStore, type OpenedImage, type StoredImage, storeUnavailable } from "./image-store.ts";

export type S3Settings = {
  endpoint: string;
  region: string;
  bucket: string;
  /** The start of every name: "" or a prefix that ends with a slash. */
  prefix: string;
  accessKeyId: string;
  secretAccessKey: string;
  /** http://endpoint/bucket/name instead of http://bucket.endpoint/name. */
  pathStyle: boolean;
};

const missing = (error: unknown) => ["NoSuchKey", "NotFound"].includes((error as { code?: string }).code ?? "");

/** Any S3-compatible bucket. S3 guarantees that an object is complete under its name, or not there. */
export class S3Store implements ImageStore {
  readonly location: string;
  readonly isShared = true;
  readonly #client: S3Client;
  readonly #prefix: string;

  constructor({ endpoint, region, bucket, prefix, accessKeyId, secretAccessKey, pathStyle }: S3Settings) {
    this.#client = new S3Client({
      endpoint,
      region,
      bucket,
      accessKeyId,
      secretAccessKey,
      virtualHostedStyle: !pathStyle,
    });
    this.#prefix = prefix;
    this.location = `${endpoint}/${bucket}/${prefix}`;
  }

  async check(): Promise<void> {
    await this.#client.list({ prefix: this.#prefix, maxKeys: 1 });
  }

  /** Always true: the age of an object cannot be renewed without writing it. */
  async prepare(_name: string, bytes: Uint8Array, file: string): Promise<boolean> {
    try {
      await writeFile(file, bytes);
      return true;
    } catch (error) {
      throw storeUnavailable(error);
    }
  }

  async put(name: string, file: string): Promise<void> {
    try {
      const extension = name.slice(name.lastIndexOf(".") + 1) as Extension;
      await this.#client.write(this.#prefix + name, Bun.file(file), { type: imageKinds[extension].type });
      await rm(file);
    } catch (error) {
      throw storeUnavailable(error);
    }
  }

  async open(name: string): Promise<OpenedImage | undefined> {
    const object = this.#client.file(this.#prefix + name);
    try {
      const { size } = await object.stat();
      return {
        size,
        body: (start, end) => (end - start === size ? object : object.slice(start, end)).stream(),
      };
    } catch (error) {
      if (missing(error)) return undefined;
      throw storeUnavailable(error);
    }
  }

  async bytes(name: string): Promise<Uint8Array<ArrayBuffer> | undefined> {
    try {
      return await this.#client.file(this.#prefix + name).bytes();
    } catch (error) {
      if (missing(error)) return undefined;
      throw storeUnavailable(error);
    }
  }

  async *list(): AsyncIterable<StoredImage> {
    for (let after: string | undefined; ; ) {
      const page = await this.#client.list({
        prefix: this.#prefix,
        ...(after === undefined ? {} : { startAfter: after }),
      });
      const objects = page.contents ?? [];
      for (const { key, size, lastModified } of objects) {
        yield {
          name: key.slice(this.#prefix.length),
          size: size ?? 0,
          modifiedAt: lastModified === undefined ? Date.now() : new Date(lastModified).getTime(),
        };
      }
      after = objects.at(-1)?.key;
      if (!page.isTruncated || after === undefined) return;
    }
  }

  async remove(name: string, putBefore: number): Promise<boolean> {
    const object = this.#client.file(this.#prefix + name);
    try {
      if ((await object.stat()).lastModified.getTime() >= putBefore) return false;
      await object.delete();
      return true;
    } catch (error) {
      if (missing(error)) return false;
      throw error;
    }
  }
}
