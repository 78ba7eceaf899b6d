import { availableParallelism } from "node:os";
import { join } from "node:path";
import { limits } from "../../contract/limits.ts";
import { type AllowHost, allowHosts } from "../http/safe-fetch.ts";
import type { ImageConfig } from "../image-config.ts";
import { DiskStore } from "./disk-store.ts";
import { Gate } from "./gate.ts";
import type { ImageStore } from "./image-store.ts";
import { Inbox } from "./received.ts";
import { S3Store } from "./s3-store.ts";
import { VariantMaker } from "./variants.ts";

/** Everything that the routes of pictures need, made once from the settings. */
export type Images = {
  store: ImageStore;
  inbox: Inbox;
  /** All decoding and encoding goes through here. */
  gate: Gate;
  variants: VariantMaker;
  fetchAllow: AllowHost;
  /** Where clients find the pictures, if not here. */
  baseUrl: string | undefined;
};

export type ImageParts = Pick<ImageConfig, "imageStore" | "s3" | "imageBaseUrl" | "imageFetchAllow"> & {
  dataDir: string;
};

export function createImages({ imageStore, s3, imageBaseUrl, imageFetchAllow, dataDir }: ImageParts): Images {
  const store = imageStore === "s3" && s3 ? new S3Store(s3) : diskStore(dataDir);
  const inbox = new Inbox(join(dataDir, "images", "incoming"));
  const gate = new Gate(availableParallelism(), limits.imagePixels);
  return {
    store,
    inbox,
    gate,
    variants: new VariantMaker(store, inbox, gate),
    fetchAllow: allowHosts(imageFetchAllow),
    baseUrl: imageBaseUrl,
  };
}

export const diskStore = (dataDir: string): DiskStore => new DiskStore(join(dataDir, "images"));
