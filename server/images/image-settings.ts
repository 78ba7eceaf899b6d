import type { S3Settings } from "./s3-store.ts";

export type ImageSettings = {
  imageStore: "disk" | "s3";
  /** Also set when the store is the disk, if there is a bucket to copy the pictures to. */
  s3: S3Settings | undefined;
  /** Where clients can load the objects of the bucket without this service, such as a CDN. */
  imageBaseUrl: string | undefined;
  /** Hosts in the private network that pictures may be fetched from. */
  imageFetchAllow: string[];
  /** How long a picture that nothing uses is kept. */
  imageGraceMs: number;
};
