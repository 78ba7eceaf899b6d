/**
 * Frees the memory of bytes that are no longer needed. The garbage collector is slow to free memory outside its heap:
 * large bodies would add up to hundreds of megabytes. Does nothing for a part of a larger buffer.
 */
export function giveBack({ buffer, byteLength }: Uint8Array): void {
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) buffer.transfer(0);
}
