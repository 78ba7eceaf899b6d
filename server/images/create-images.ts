import { availableParallelism } from "node:os";
import { join } from "node:path";
import { limits } from "../../contract/limits.ts";
import { type AllowHost, allowHosts } from "../http/safe-fetch.ts";
import { DiskStore } from "./disk-store.ts";
import { ImageQueue } from "./image-queue.ts";
import type { ImageSettings } from "./image-settings.ts";
import type { ImageStore } from "./image-store.ts";
import { Inbox } from "./received.ts";
import { S3Store } from "./s3-store.ts";
import { VariantMaker } from "./variants.ts";

/** A failed upload has to be sent again by its user; a variant is simply requested again. */
const uploadTurnMs = 40_000;
const variantTurnMs = 20_000;

/** Everything that the image routes need, created once from the settings. */
export type Images = {
  store: ImageStore;
  inbox: Inbox;
  /** The queue for decoding uploads; variants have their own. */
  uploads: ImageQueue;
  variants: VariantMaker;
  fetchAllow: AllowHost;
  /** Where clients find the pictures, if not at this service. */
  baseUrl: string | undefined;
};

export type ImageParts = Pick<ImageSettings, "imageStore" | "s3" | "imageBaseUrl" | "imageFetchAllow"> & {
  dataDir: string;
};

export function createImages({ imageStore, s3, imageBaseUrl, imageFetchAllow, dataDir }: ImageParts): Images {
  const store = imageStore === "s3" && s3 ? new S3Store(s3) : diskStore(dataDir);
  const inbox = new Inbox(join(dataDir, "images", "incoming"));
  const cores = availableParallelism();
  const uploads = new ImageQueue({
    slots: cores,
    pixels: limits.imagePixels,
    // The limit on concurrent uploads already bounds it.
    waiting: Number.POSITIVE_INFINITY,
    waitingOfOne: Number.POSITIVE_INFINITY,
    timeoutMs: uploadTurnMs,
  });
  // The runtime has a thread for each core, at least two, and file access uses these threads too. Variants always leave
  // one free; otherwise no upload could be written or decoded until they finish.
  const variantQueue = new ImageQueue({
    slots: Math.max(1, cores - 1),
    pixels: limits.imagePixels,
    waiting: 200,
    waitingOfOne: 50,
    timeoutMs: variantTurnMs,
  });
  return {
    store,
    inbox,
    uploads,
    variants: new VariantMaker(store, inbox, variantQueue),
    fetchAllow: allowHosts(imageFetchAllow),
    baseUrl: imageBaseUrl,
  };
}

export const diskStore = (dataDir: string): DiskStore => new DiskStore(join(dataDir, "images"));
