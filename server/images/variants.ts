import { writeFile } from "node:fs/promises";
import sharp from "sharp";
import { focalSteps, imageWidths, type VariantQuery } from "../../contract/images.ts";
import { limits } from "../../contract/limits.ts";
import { type Bounded, BoundedMap } from "../memory/bounded-map.ts";
import type { Gate } from "./gate.ts";
import { type Extension, imageKinds } from "./image-kinds.ts";
import type { ImageStore, OpenedImage } from "./image-store.ts";
import type { Inbox } from "./received.ts";

type Format = NonNullable<VariantQuery["format"]>;
export type ImageName = { hash: string; extension: Extension };
/** What to make of a picture: its parts say all that the result depends on. */
export type Variant = {
  width: number | undefined;
  format: Format;
  fit: "cover" | "contain" | "width";
  fx: number;
  fy: number;
};

type Size = { width: number; height: number };
type FullSize = Size & { frames: number };
type KnownSize = FullSize & Bounded;

export const originalName = ({ hash, extension }: ImageName) => `${hash}.${extension}`;

const formatExtension: Record<Format, Extension> = { webp: "webp", avif: "avif", jpeg: "jpg" };
/** Of the sizes that are known, and what one of them takes, measured. */
const sizesBytes = 2 * 1024 * 1024;
const sizeBytes = 200;

/** What is asked for, or `undefined` for the picture itself. */
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
 * Wishes that lead to the same pixels are one variant. So a picture has at most 13 variants for each width and format
 * (by width, contained, and cut at 11 places along its longer side), however many ways there are to ask.
 */
function canonical(variant: Variant, { width, height }: Size): Variant {
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

/** The name of a variant starts with its original's hash: they lie beside each other and go together. */
function variantName({ hash }: ImageName, { width, format, fit, fx, fy }: Variant): string {
  const box = fit === "cover" ? `-cover-${fx}-${fy}` : fit === "contain" ? "-contain" : "";
  return `${hash}.${width === undefined ? "full" : `w${width}`}${box}.${formatExtension[format]}`;
}

export const variantType = ({ format }: Variant) => imageKinds[formatExtension[format]].type;

/**
 * Makes variants when they are first asked for and keeps them in the store. All who ask for one while it is being
 * made wait for the same job.
 */
export class VariantMaker {
  readonly #store: ImageStore;
  readonly #inbox: Inbox;
  readonly #gate: Gate;
  /** By the name of what comes of them; the size of a picture by that of the picture. */
  readonly #jobs = new Map<string, Promise<unknown>>();
  readonly #sizes = new BoundedMap<KnownSize>(sizesBytes);

  constructor(store: ImageStore, inbox: Inbox, gate: Gate) {
    this.#store = store;
    this.#inbox = inbox;
    this.#gate = gate;
  }

  /** The name under which the store now has what was asked for; `undefined` if there is no such picture. */
  async find(image: ImageName, asked: Variant): Promise<{ name: string; opened: OpenedImage } | undefined> {
    const size = await this.#sizeOf(image);
    if (!size) return undefined;
    const variant = canonical(asked, size);
    const name = variantName(image, variant);
    const opened = await this.#store.open(name);
    if (opened) return { name, opened };
    await this.#shared(name, () => this.#make(image, variant, name, size));
    const made = await this.#store.open(name);
    return made && { name, opened: made };
  }

  async #sizeOf(image: ImageName): Promise<FullSize | undefined> {
    const name = originalName(image);
    return this.#sizes.get(name) ?? this.#shared(name, () => this.#readSize(name));
  }

  /** Through the gate as well: it takes the whole file, and strangers ask for as many at once as they like. */
  #readSize(name: string): Promise<FullSize | undefined> {
    return this.#gate.run(0, async () => {
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

  async #make(image: ImageName, variant: Variant, name: string, size: FullSize): Promise<void> {
    // Of the three formats only WebP can move here.
    const frames = variant.format === "webp" ? size.frames : 1;
    const bytes = await this.#gate.run(size.width * size.height * frames, async () => {
      const original = await this.#store.bytes(originalName(image));
      return original && render(original, variant, size, frames > 1);
    });
    if (!bytes) return;
    const file = this.#inbox.newPath();
    try {
      await writeFile(file, bytes, { flag: "wx" });
      await this.#store.put(name, file);
    } finally {
      await this.#inbox.discard(file);
    }
  }
}

export function render(original: Uint8Array, variant: Variant, size: Size, animated: boolean): Promise<Buffer> {
  const picture = sharp(original, { animated, limitInputPixels: limits.animationPixels });
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

/** In pixels, of what a format can hold. */
const longestSide: Record<Format, number> = { webp: 16_383, avif: 16_384, jpeg: 65_535 };

const longestOf = ({ width, height }: Size): number => Math.max(width, height);

function shrunk(size: Size, most: number): Size {
  const factor = Math.min(1, most / longestOf(size));
  const scaled = (side: number) => Math.max(1, Math.round(side * factor));
  return { width: scaled(size.width), height: scaled(size.height) };
}

type Geometry = { resize?: Size; crop?: Size & { left: number; top: number } };

/** Never larger than the original. `cover` cuts a square around the focal point; `contain` fits into a square. */
function geometry({ width, format, fit, fx, fy }: Variant, original: Size): Geometry {
  const most = longestSide[format];
  if (width === undefined) return longestOf(original) > most ? { resize: shrunk(original, most) } : {};
  const measure = measureOf(fit, original);
  const target = Math.min(width, measure);
  const scaled = (side: number) => Math.max(1, Math.round((side * target) / measure));
  const resize = { width: scaled(original.width), height: scaled(original.height) };
  if (fit !== "cover") return { resize: shrunk(resize, most) };
  const left = Math.round(((resize.width - target) * fx) / focalSteps);
  const top = Math.round(((resize.height - target) * fy) / focalSteps);
  return { resize, crop: { left, top, width: target, height: target } };
}
