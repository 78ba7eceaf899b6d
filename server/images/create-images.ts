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

/** An upload has no second chance without its sender; a variant is asked for again. */
const uploadTurnMs = 40_000;
const variantTurnMs = 20_000;

/** Everything that the routes of pictures need, made once from the settings. */
export type Images = {
  store: ImageStore;
  inbox: Inbox;
  /** All decoding of uploads goes through here; variants have a queue of their own. */
  uploads: ImageQueue;
  variants: VariantMaker;
  fetchAllow: AllowHost;
  /** Where clients find the pictures, if not here. */
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
    // The number of uploads at a time bounds it already.
    waiting: Number.POSITIVE_INFINITY,
    waitingOfOne: Number.POSITIVE_INFINITY,
    patienceMs: uploadTurnMs,
  });
  // The runtime has a thread for each core, two at least, and all work with files waits for one of them too. So
  // variants leave one free, always, or an upload could neither be written nor decoded before they are done.
  const made = new ImageQueue({
    slots: Math.max(1, cores - 1),
    pixels: limits.imagePixels,
    waiting: 200,
    waitingOfOne: 50,
    patienceMs: variantTurnMs,
  });
  return {
    store,
    inbox,
    uploads,
    variants: new VariantMaker(store, inbox, made),
    fetchAllow: allowHosts(imageFetchAllow),
    baseUrl: imageBaseUrl,
  };
}

export const diskStore = (dataDir: string): DiskStore => new DiskStore(join(dataDir, "images"));
