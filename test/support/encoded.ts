import type { Encoding } from "../../contract/constants.ts";
import { decoderOf } from "../../server/formats/text-decoder.ts";

/** Bytes in any of the encodings that are read. TextEncoder has one of them only. */
export function encoded(text: string, encoding: Encoding): Uint8Array {
  if (encoding === "utf-8") return Buffer.from(text);
  if (encoding === "utf-16le") return Buffer.from(text, "utf16le");
  if (encoding === "utf-16be") return Buffer.from(text, "utf16le").swap16();
  const decoder = decoderOf(encoding);
  const codes = new Map(Array.from({ length: 256 }, (_, code) => [decoder.decode(Uint8Array.of(code)), code]));
  return Uint8Array.from(text, (sign) => {
    const code = codes.get(sign);
    if (code === undefined) throw new Error(`${encoding} has no ${sign}`);
    return code;
  });
}
