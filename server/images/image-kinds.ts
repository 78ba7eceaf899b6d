/** A kind of picture that is accepted. `format` is the decoder's name for it. */
export type ImageKind = { extension: Extension; type: string; format: string };
export type Extension = "jpg" | "png" | "webp" | "gif" | "avif";

export const imageKinds: Record<Extension, ImageKind> = {
  jpg: { extension: "jpg", type: "image/jpeg", format: "jpeg" },
  png: { extension: "png", type: "image/png", format: "png" },
  webp: { extension: "webp", type: "image/webp", format: "webp" },
  gif: { extension: "gif", type: "image/gif", format: "gif" },
  avif: { extension: "avif", type: "image/avif", format: "heif" },
};

const ascii = (bytes: Uint8Array, start: number, length: number) =>
  String.fromCharCode(...bytes.subarray(start, start + length));

/** How many bytes at the start of a file are enough to recognize its kind. */
export const headBytes = 64;

/** Recognizes a picture by its bytes and ignores its name and content type. */
export function kindOf(head: Uint8Array): ImageKind | undefined {
  if (head[0] === 0xff && head[1] === 0xd8 && head[2] === 0xff) return imageKinds.jpg;
  if (ascii(head, 0, 8) === "\x89PNG\r\n\x1a\n") return imageKinds.png;
  if (ascii(head, 0, 4) === "RIFF" && ascii(head, 8, 4) === "WEBP") return imageKinds.webp;
  if (ascii(head, 0, 6) === "GIF87a" || ascii(head, 0, 6) === "GIF89a") return imageKinds.gif;
  if (ascii(head, 4, 4) === "ftyp" && /avi[fs]/.test(ascii(head, 8, headBytes - 8))) return imageKinds.avif;
  return undefined;
}
