import sharp, { type Sharp } from "sharp";

/** A picture with a different colour in each corner, which shows rotations and crops. */
export function corners(width = 64, height = 48): Sharp {
  const half = { width: width / 2, height: height / 2, channels: 3 as const };
  const block = (background: string) => ({ create: { ...half, background } });
  return sharp({ create: { width, height, channels: 3, background: "#ff0000" } }).composite([
    { input: block("#00ff00"), left: width / 2, top: 0 },
    { input: block("#0000ff"), left: 0, top: height / 2 },
    { input: block("#ffffff"), left: width / 2, top: height / 2 },
  ]);
}

/** The colours of the four corners, each as one of the letters r, g, b, w. */
export async function cornersOf(bytes: Uint8Array): Promise<string> {
  const { data, info } = await sharp(bytes).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const at = (x: number, y: number) => {
    const [r = 0, g = 0, b = 0] = data.subarray((y * info.width + x) * info.channels);
    return r > 128 && g > 128 && b > 128 ? "w" : r > 128 ? "r" : g > 128 ? "g" : "b";
  };
  const [right, bottom] = [info.width - 3, info.height - 3];
  return at(2, 2) + at(right, 2) + at(2, bottom) + at(right, bottom);
}

export async function frames(count: number, format: "gif" | "webp"): Promise<Buffer> {
  const pictures = await Promise.all(
    Array.from({ length: count }, (_, index) =>
      sharp({ create: { width: 40, height: 30, channels: 3, background: { r: (index * 80) % 256, g: 90, b: 200 } } })
        .png()
        .toBuffer(),
    ),
  );
  const animation = sharp(pictures, { join: { animated: true } });
  return format === "gif" ? animation.gif({ loop: 0 }).toBuffer() : animation.webp({ loop: 0 }).toBuffer();
}

/** Adds Exif with a GPS position, as a phone does. */
export const withPlace = (picture: Sharp, orientation?: number): Sharp =>
  picture
    .withExif({
      IFD0: { Make: "SecretPhone", Copyright: "Somebody" },
      IFD3: { GPSLatitude: "52/1 31/1 12/1", GPSLatitudeRef: "N" },
    })
    .withMetadata(orientation === undefined ? {} : { orientation });

/** Texts that a stored file must not contain. */
export const secrets = ["SecretPhone", "Somebody", "xpacket", "hidden words"];

export const everyKind: Record<string, () => Promise<Buffer>> = {
  "baseline JPEG": () => corners().jpeg().toBuffer(),
  "progressive JPEG": () => corners().jpeg({ progressive: true }).toBuffer(),
  "grey JPEG": () => corners().greyscale().jpeg().toBuffer(),
  PNG: () => corners().png().toBuffer(),
  "PNG with a palette": () => corners().png({ palette: true }).toBuffer(),
  "interlaced PNG": () => corners().png({ progressive: true }).toBuffer(),
  "16-bit PNG": () => corners().toColourspace("rgb16").png().toBuffer(),
  "PNG with alpha": () => corners().ensureAlpha(0.5).png().toBuffer(),
  "lossy WebP": () => corners().webp().toBuffer(),
  "lossless WebP": () => corners().webp({ lossless: true }).toBuffer(),
  "WebP with alpha": () => corners().ensureAlpha(0.5).webp().toBuffer(),
  "moving WebP": () => frames(3, "webp"),
  GIF: () => corners().gif().toBuffer(),
  "moving GIF": () => frames(3, "gif"),
  "8-bit AVIF": () => corners().avif().toBuffer(),
  "10-bit AVIF": () => corners().avif({ bitdepth: 10 }).toBuffer(),
  "12-bit AVIF": () => corners().avif({ bitdepth: 12 }).toBuffer(),
};

export function formOf(bytes: Uint8Array | string, part = "image", filename = "photo.jpg"): FormData {
  const form = new FormData();
  form.append(part, new Blob([typeof bytes === "string" ? bytes : new Uint8Array(bytes)]), filename);
  return form;
}
