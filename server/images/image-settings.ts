import type { S3Settings } from "./s3-store.ts";

export type ImageSettings = {
  imageStore: "disk" | "s3";
  /** Set also while the disk is in use, if there is a bucket to copy the pictures to. */
  s3: S3Settings | undefined;
  /** Where the objects of the bucket can be had without this service, as from a CDN. */
  imageBaseUrl: string | undefined;
  /** Hosts inside the own network that pictures may be fetched from. */
  imageFetchAllow: string[];
  /** How long a picture that nothing uses is kept. */
  imageGraceMs: number;
};
