import { errorCodes } from "../../contract/errors.ts";
import { imageEndpoints } from "../../contract/image-endpoints.ts";
import type { Image, UploadOutcome } from "../../contract/images.ts";
import { type Caller, personOf } from "../access/caller.ts";
import { invalid, Problem } from "../http/problem.ts";
import type { Images } from "./create-images.ts";
import { mostBytes, readMultipart } from "./multipart.ts";
import { type ReceivedFile, tooManyBytes } from "./received.ts";
import { fetchPicture, pictureAddress, takePicture } from "./take-picture.ts";

/** Longer than waiting for a turn and decoding take together, so no client that waits for an answer is cut off. */
const answerSeconds = 60;

/** The client's address, and how long its connection may be idle. */
export type Connections = {
  address(request: Request): string;
  keepOpen(request: Request, seconds: number): void;
};

/** Accepts pictures: one from a form, several from a form, or one from an address. */
export class ImageIntake {
  readonly #images: Images;
  readonly #publicUrl: string | undefined;
  readonly #connections: Connections;

  constructor(images: Images, publicUrl: string | undefined, connections: Connections) {
    this.#images = images;
    this.#publicUrl = publicUrl;
    this.#connections = connections;
  }

  /** Accepts the single picture of a form. */
  async one(request: Request, caller: Caller): Promise<Image> {
    const { inbox } = this.#images;
    using _ = await inbox.uploads.enter(this.#personOf(caller, request));
    const length = Number(request.headers.get("content-length") ?? 0);
    if (length > mostBytes(false)) throw tooManyBytes();
    let received: ReceivedFile | undefined;
    try {
      await readMultipart(request, imageEndpoints.uploadImage.upload, async (file) => {
        received = await inbox.receive(file);
      });
    } catch (error) {
      if (received) await inbox.discard(received.path);
      throw error;
    }
    if (!received || received.size === 0) {
      if (received) await inbox.discard(received.path);
      throw invalid("invalid_body", [{ pointer: "/image", code: "blank", message: "must not be an empty file" }]);
    }
    return this.#take(received, request);
  }

  /** Accepts all pictures of a form; each has an outcome of its own. */
  async several(request: Request, caller: Caller): Promise<UploadOutcome[]> {
    const { inbox } = this.#images;
    using _ = await inbox.uploads.enter(this.#personOf(caller, request));
    const outcomes: Promise<UploadOutcome | undefined>[] = [];
    let failure: { error: unknown } | undefined;
    try {
      await readMultipart(request, imageEndpoints.uploadImages.upload, async (file, filename) => {
        const received = inbox.receive(file);
        const image = received.then((done) => this.#take(done, request));
        // Caught at once: it may fail while the next file still arrives.
        outcomes.push(
          outcomeOf(image, filename).catch((error) => {
            failure ??= { error };
            return undefined;
          }),
        );
        await received.catch(() => {});
        // At most one file is decoded while the next one arrives. The sender waits, and the connection is never idle
        // for long.
        await outcomes.at(-2);
        if (failure) throw failure.error;
      });
    } finally {
      // When a form is answered or refused, none of its files is still being processed.
      await Promise.all(outcomes);
    }
    if (failure) throw failure.error;
    return (await Promise.all(outcomes)).filter((outcome) => outcome !== undefined);
  }

  async fromUrl(url: string, request: Request, caller: Caller): Promise<Image> {
    using _ = await this.#images.inbox.uploads.enter(this.#personOf(caller, request));
    return this.#take(await fetchPicture(this.#images, url, request.signal), request);
  }

  #personOf(caller: Caller, request: Request): string {
    return personOf(caller, this.#connections.address(request));
  }

  async #take(received: ReceivedFile, request: Request): Promise<Image> {
    this.#connections.keepOpen(request, answerSeconds);
    const sender = { address: this.#connections.address(request), signal: request.signal };
    const { isNew: _, name, hash, kind, ...rest } = await takePicture(this.#images, received, sender);
    const url = pictureAddress(this.#images, this.#publicUrl, new URL(request.url).origin, name);
    return { url, hash, type: kind.type as Image["type"], ...rest };
  }
}

/** A file that is refused does not fail the others; an error of the service does. */
async function outcomeOf(image: Promise<Image>, filename: string): Promise<UploadOutcome> {
  try {
    return { filename, image: await image };
  } catch (error) {
    if (!(error instanceof Problem) || errorCodes[error.code].status >= 500) throw error;
    const { status, title } = errorCodes[error.code];
    return { filename, error: { code: error.code, status, title, detail: error.message } };
  }
}
