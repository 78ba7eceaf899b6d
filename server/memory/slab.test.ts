import { expect, test } from "bun:test";
import { Slab } from "./slab.ts";

test("says when most of what it gave out is in use no more", () => {
  const slab = new Slab();
  for (let i = 0; i < 100; i++) slab.keep(new Uint8Array(50_000));
  expect([slab.isWasteful(5_000_000), slab.isWasteful(2_000_000), slab.isWasteful(1_000_000)]).toEqual([
    false,
    false,
    true,
  ]);
});

test("keeps copies side by side, and none runs into another", () => {
  const slab = new Slab();
  const sizes = [1, 100_000, 700_000, 400_000, 3_000_000, 0, 5];
  const kept = sizes.map((size, i) => slab.keep(new Uint8Array(size).fill(i + 1)));
  for (const [i, bytes] of kept.entries()) {
    expect(bytes.byteLength).toBe(sizes[i] as number);
    expect(bytes.every((byte) => byte === i + 1)).toBe(true);
  }
  expect(kept[1]?.buffer).toBe(kept[0]?.buffer as ArrayBuffer);
  expect(kept[3]?.buffer).not.toBe(kept[0]?.buffer as ArrayBuffer);
});
