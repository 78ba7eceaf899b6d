import sharp from "sharp";
import { focalSteps, imageWidths } from "../../contract/constants.ts";
import type { VariantQuery } from "../../contract/images.ts";
import { limits } from "../../contract/limits.ts";
import { Problem } from "../http/problem.ts";
import { withinTime } from "../http/within-time.ts";
import { type Bounded, BoundedMap } from "../memory/bounded-map.ts";
import { type Extension, imageKinds } from "./image-kinds.ts";
import { type ImageQueue, tooManyPictures } from "./image-queue.ts";
import type { ImageStore, OpenedImage } from "./image-store.ts";
import { ranOutOfTime } from "./pieces.ts";
import type { Inbox } from "./received.ts";

type Format = NonNullable<VariantQuery["format"]>;
export type ImageName = { hash: string; extension: Extension };
/** What to make of a picture. The result depends on these fields and the original only. */
export type Variant = {
  width: number | undefined;
  format: Format;
  fit: "cover" | "contain" | "width";
  fx: number;
  fy: number;
};

type Size = { width: number; height: number };
type FoundVariant = { name: string; variant: Variant; opened: OpenedImage };
type FullSize = Size & { frames: number };
type KnownSize = FullSize & Bounded;

export const originalName = ({ hash, extension }: ImageName) => `${hash}.${extension}`;

const formatExtension: Record<Format, Extension> = { webp: "webp", avif: "avif", jpeg: "jpg" };
/**
 * The most pixels of a written frame. The encoders of WebP, AVIF and progressive JPEG hold all of it: 16 megapixels
 * take 110 MB. A client that needs more can use the original.
 */
const mostPixels = 16_000_000;
/** The most pixels of all frames together, which are in memory one at a time and take about 10 s of one core. */
const mostMovingPixels = 64_000_000;
/**
 * An AVIF has 60 % of the bytes of a WebP, and needs four times the time and memory: 2 s and 64 MB for 1.2 megapixels,
 * 24 s and 400 MB for 12. A larger one becomes a WebP, which every browser that reads AVIF can read too.
 */
const mostAvifPixels = 2_500_000;
/** Hundredths of a second of one core, for each megapixel read and written. */
const readWork = 1;
const writeWork: Record<Format, number> = { jpeg: 20, webp: 30, avif: 200 };

/** Less than the 30 s after which the server closes an idle connection. The work continues, for the next request. */
const answerMs = 20_000;
const renderSeconds = 60;

/** The memory for known sizes, and what one of them needs, measured. */
const sizesBytes = 2 * 1024 * 1024;
const sizeBytes = 200;

/** The requested variant, or `undefined` for the picture itself. */
export function variantOf(query: VariantQuery, extension: Extension): Variant | undefined {
  if (query.w === undefined && query.format === undefined) return undefined;
  const step = (value = 0.5) => Math.round(value * focalSteps);
  return {
    width: query.w,
    format: query.format ?? (extension === "jpg" ? "jpeg" : "webp"),
    fit: query.w === undefined ? "width" : (query.fit ?? "width"),
    fx: step(query.fx),
    fy: step(query.fy),
  };
}

const middle = focalSteps / 2;
const wholePicture = { width: undefined, fit: "width", fx: middle, fy: middle } as const;

/**
 * Requests that lead to the same pixels are one variant. So a picture has at most 13 variants for each width and format
 * (by width, contained, and cut at 11 positions along its longer side), however many queries there are.
 */
function canonical(variant: Variant, size: FullSize): Variant {
  const one = samePixels(variant, size);
  const { width, height } = writtenSize(one, size);
  return one.format === "avif" && width * height > mostAvifPixels ? { ...one, format: "webp" } : one;
}

function samePixels(variant: Variant, { width, height }: Size): Variant {
  const { fit, format } = variant;
  if (variant.width === undefined) return { ...wholePicture, format };
  const asWidth = fit === "width" || width === height || (fit === "contain" && width > height);
  const measure = measureOf(asWidth ? "width" : fit, { width, height });
  if (variant.width >= measure && (asWidth || fit !== "cover")) return { ...wholePicture, format };
  const enough = imageWidths.find((step) => step >= measure) ?? variant.width;
  return {
    format,
    width: Math.min(variant.width, enough),
    fit: asWidth ? "width" : fit,
    fx: !asWidth && fit === "cover" && width > height ? variant.fx : middle,
    fy: !asWidth && fit === "cover" && height > width ? variant.fy : middle,
  };
}

const measureOf = (fit: Variant["fit"], { width, height }: Size) =>
  fit === "width" ? width : fit === "contain" ? Math.max(width, height) : Math.min(width, height);

/** The name of a variant starts with its original's hash, so that they are stored and removed together. */
function variantName({ hash }: ImageName, { width, format, fit, fx, fy }: Variant): string {
  const box = fit === "cover" ? `-cover-${fx}-${fy}` : fit === "contain" ? "-contain" : "";
  return `${hash}.${width === undefined ? "full" : `w${width}`}${box}.${formatExtension[format]}`;
}

export const variantType = ({ format }: Variant) => imageKinds[formatExtension[format]].type;

/** The client that requests a variant: it has a share of the queue, and pays for the work. */
export type Asker = { address(): string; pay(work: number): void };

/**
 * Makes variants when they are first requested and puts them into the store. All requests for a variant that is being
 * made wait for the same job.
 */
export class VariantMaker {
  readonly #store: ImageStore;
  readonly #inbox: Inbox;
  readonly #queue: ImageQueue;
  readonly #timeoutMs: number;
  /** By the name of the variant, or of the picture whose size is being read. */
  readonly #jobs = new Map<string, Promise<unknown>>();
  readonly #sizes = new BoundedMap<KnownSize>(sizesBytes);

  constructor(store: ImageStore, inbox: Inbox, queue: ImageQueue, timeoutMs = answerMs) {
    this.#store = store;
    this.#inbox = inbox;
    this.#queue = queue;
    this.#timeoutMs = timeoutMs;
  }

  /** The requested variant from the store, made if necessary; `undefined` if there is no such picture. */
  find(image: ImageName, asked: Variant, asker: Asker): Promise<FoundVariant | undefined> {
    return withinTime(this.#find(image, asked, asker), this.#timeoutMs, tooManyPictures);
  }

  async #find(image: ImageName, asked: Variant, asker: Asker): Promise<FoundVariant | undefined> {
    const size = await this.#sizeOf(image, asker);
    if (!size) return undefined;
    const variant = canonical(asked, size);
    const name = variantName(image, variant);
    const opened = await this.#store.open(name);
    if (opened) return { name, variant, opened };
    await this.#shared(name, () => this.#make(image, variant, name, size, asker));
    const made = await this.#store.open(name);
    return made && { name, variant, opened: made };
  }

  async #sizeOf(image: ImageName, asker: Asker): Promise<FullSize | undefined> {
    const name = originalName(image);
    return this.#sizes.get(name) ?? this.#shared(name, () => this.#readSize(name, asker));
  }

  /** Uses the queue too: it reads the whole file, and anyone can request as many as they like. */
  async #readSize(name: string, asker: Asker): Promise<FullSize | undefined> {
    // Invented names must not fill the queue.
    if (!(await this.#store.open(name))) return undefined;
    asker.pay(readWork);
    return this.#queue.run(asker.address(), async () => {
      const original = await this.#store.bytes(name);
      if (!original) return undefined;
      const { width, height, pageHeight, pages = 1 } = await sharp(original, { animated: true }).metadata();
      const size = { width, height: pageHeight ?? height, frames: pages, size: sizeBytes, used: false };
      this.#sizes.set(name, size);
      return size;
    });
  }

  #shared<T>(name: string, work: () => Promise<T>): Promise<T> {
    let job = this.#jobs.get(name) as Promise<T> | undefined;
    if (!job) {
      job = work().finally(() => this.#jobs.delete(name));
      this.#jobs.set(name, job);
    }
    return job;
  }

  async #make(image: ImageName, variant: Variant, name: string, full: FullSize, asker: Asker): Promise<void> {
    const size = { ...full, frames: framesOf(variant, full) };
    const read = size.width * size.height * size.frames;
    const { width, height } = writtenSize(variant, size);
    const written = width * height * size.frames;
    asker.pay(Math.ceil((read * readWork + written * writeWork[variant.format]) / 1e6));
    const bytes = await this.#queue.run(asker.address(), async ({ claim }) => {
      await claim(read + written);
      const original = await this.#store.bytes(originalName(image));
      return original && inTime(render(original, variant, size));
    });
    if (!bytes) return;
    const file = this.#inbox.newPath();
    try {
      if (await this.#store.prepare(name, bytes, file)) await this.#store.put(name, file);
    } finally {
      await this.#inbox.discard(file);
    }
  }
}

async function inTime(picture: Promise<Buffer>): Promise<Buffer> {
  try {
    return await picture;
  } catch (error) {
    if (!ranOutOfTime(error)) throw error;
    throw new Problem("unavailable", "This variant could not be made in time.", {}, { "retry-after": "60" });
  }
}

/** Of the three formats, only WebP is animated here. */
const framesOf = ({ format }: Variant, { frames }: FullSize) => (format === "webp" ? frames : 1);

export function render(original: Uint8Array, variant: Variant, size: FullSize): Promise<Buffer> {
  const options = { animated: size.frames > 1, limitInputPixels: limits.animationPixels };
  const picture = sharp(original, options).timeout({ seconds: renderSeconds });
  const { resize, crop } = geometry(variant, size);
  if (resize) picture.resize({ ...resize, fit: "fill" });
  if (crop) picture.extract(crop);
  switch (variant.format) {
    case "webp":
      return picture.webp({ quality: 80 }).toBuffer();
    case "avif":
      return picture.avif({ quality: 55, effort: 3 }).toBuffer();
    case "jpeg":
      return picture.flatten({ background: "#fff" }).jpeg({ quality: 82, progressive: true }).toBuffer();
  }
}

/** The longest side that a format can have, in pixels. */
const longestSide: Record<Format, number> = { webp: 16_383, avif: 16_384, jpeg: 65_535 };

const mostOfFrame = (frames: number): number => Math.min(mostPixels, mostMovingPixels / frames);

/** Shrinks a size to the limits of its format and of a written frame. */
function fitting(size: Size, format: Format, frames: number): Size {
  const { width, height } = size;
  const byPixels = Math.sqrt(mostOfFrame(frames) / (width * height));
  const factor = Math.min(1, longestSide[format] / Math.max(width, height), byPixels);
  const scaled = (side: number) => Math.max(1, Math.floor(side * factor));
  return factor < 1 ? { width: scaled(width), height: scaled(height) } : size;
}

type Geometry = { resize?: Size; crop?: Size & { left: number; top: number } };

/** Never enlarges the original. `cover` cuts a square around the focal point; `contain` fits into a square. */
function geometry(variant: Variant, original: FullSize): Geometry {
  const { width, format, fit, fx, fy } = variant;
  const frames = framesOf(variant, original);
  if (width === undefined) {
    const resize = fitting(original, format, frames);
    return resize === original ? {} : { resize };
  }
  const measure = measureOf(fit, original);
  const square = Math.floor(Math.sqrt(mostOfFrame(frames)));
  const target = Math.min(width, measure, fit === "cover" ? square : width);
  const scaled = (side: number) => Math.max(1, Math.round((side * target) / measure));
  const resize = { width: scaled(original.width), height: scaled(original.height) };
  if (fit !== "cover") return { resize: fitting(resize, format, frames) };
  const left = Math.round(((resize.width - target) * fx) / focalSteps);
  const top = Math.round(((resize.height - target) * fy) / focalSteps);
  return { resize, crop: { left, top, width: target, height: target } };
}

function writtenSize(variant: Variant, original: FullSize): Size {
  const { resize, crop } = geometry(variant, original);
  return crop ?? resize ?? original;
}
