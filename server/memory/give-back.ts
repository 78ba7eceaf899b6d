/**
 * Gives back the memory of bytes that nobody reads any more, at once: left to the collector, which takes its time over
 * memory outside of its heap, large bodies add up to hundreds of megabytes. What is shared with others is left alone.
 */
export function giveBack({ buffer, byteLength }: Uint8Array): void {
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) buffer.transfer(0);
}
