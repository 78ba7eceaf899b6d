import type { ImageSettings } from "../images/image-settings.ts";
import type { S3Settings } from "../images/s3-store.ts";
import type { SettingReader } from "./setting-reader.ts";

/** The settings of this part, in the order in which `--help` shows them. */
export const imageSettings = [
  { name: "IMAGE_STORE", fallback: "disk", help: "disk: pictures are stored in DATA_DIR/images; s3: in a bucket" },
  {
    name: "S3_ENDPOINT",
    fallback: "",
    help: "address of the S3-compatible store, such as https://s3.eu-central-1.amazonaws.com",
  },
  { name: "S3_REGION", fallback: "us-east-1", help: "region of the bucket" },
  { name: "S3_BUCKET", fallback: "", help: "bucket for the pictures" },
  { name: "S3_PREFIX", fallback: "", help: "prefix of every name in the bucket, such as catalog/" },
  { name: "S3_ACCESS_KEY_ID", fallback: "", help: "key that may read, write, list and delete in the bucket" },
  { name: "S3_SECRET_ACCESS_KEY", fallback: "", help: "secret of that key" },
  { name: "S3_PATH_STYLE", fallback: "yes", help: "yes: ENDPOINT/BUCKET/name; no: BUCKET.ENDPOINT/name" },
  {
    name: "S3_PUBLIC_URL",
    fallback: "",
    help: "address at which browsers find the objects under S3_PREFIX, such as https://cdn.example.com; without it, this service sends them",
  },
  {
    name: "IMAGE_FETCH_ALLOW",
    fallback: "",
    help: "hosts inside your network that pictures may be fetched from, such as files.internal or 10.0.0.7:8080, separated by spaces",
  },
  {
    name: "IMAGE_GRACE_DAYS",
    fallback: "30",
    help: "days for which an uploaded picture is kept even if nothing uses it",
  },
] as const;

const dayMs = 86_400_000;

export function readImages({ value, oneOf, whole, faults }: SettingReader): ImageSettings {
  const allow = value("IMAGE_FETCH_ALLOW").split(/\s+/).filter(Boolean);
  for (const host of allow) {
    if (!URL.canParse(`http://${host}`) || new URL(`http://${host}`).pathname !== "/" || host.endsWith("/")) {
      faults.push(
        `IMAGE_FETCH_ALLOW contains "${host}"; each entry must be a host, such as files.internal or 10.0.0.7:8080.`,
      );
    }
  }
  const imageStore = oneOf("IMAGE_STORE", ["disk", "s3"]);
  const hasBucket = imageStore === "s3" || value("S3_BUCKET") !== "";
  return {
    imageStore,
    s3: hasBucket ? readS3({ value, oneOf, whole, faults }) : undefined,
    imageBaseUrl: imageStore === "s3" ? address("S3_PUBLIC_URL", value("S3_PUBLIC_URL"), faults) : undefined,
    imageFetchAllow: allow,
    imageGraceMs: whole("IMAGE_GRACE_DAYS", 1, 3_650) * dayMs,
  };
}

function readS3({ value, oneOf, faults }: SettingReader): S3Settings {
  for (const name of ["S3_ENDPOINT", "S3_BUCKET", "S3_ACCESS_KEY_ID", "S3_SECRET_ACCESS_KEY"]) {
    if (value(name) === "") faults.push(`${name} is missing; it is needed to store pictures in a bucket.`);
  }
  const prefix = value("S3_PREFIX").replace(/^\/+/, "");
  return {
    endpoint: address("S3_ENDPOINT", value("S3_ENDPOINT"), faults) ?? "",
    region: value("S3_REGION"),
    bucket: value("S3_BUCKET"),
    prefix: prefix === "" || prefix.endsWith("/") ? prefix : `${prefix}/`,
    accessKeyId: value("S3_ACCESS_KEY_ID"),
    secretAccessKey: value("S3_SECRET_ACCESS_KEY"),
    pathStyle: oneOf("S3_PATH_STYLE", ["yes", "no"]) === "yes",
  };
}

function address(name: string, given: string, faults: string[]): string | undefined {
  if (given === "") return undefined;
  if (!/^https?:\/\/[^?#\s]+$/.test(given) || !URL.canParse(given)) {
    faults.push(`${name} is "${given}"; it must be an http(s) address.`);
  }
  return given.replace(/(?<!\/)\/+$/, "");
}
