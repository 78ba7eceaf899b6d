/**
 * Frees the memory of bytes that are no longer needed. The garbage collector is slow to free memory outside of its heap,
 * so that large bodies would add up to hundreds of megabytes. Shared buffers are left alone.
 */
export function giveBack({ buffer, byteLength }: Uint8Array): void {
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) buffer.transfer(0);
}
