import { expect, test } from "bun:test";
import { TextSamples } from "./text-samples.ts";

test("the first different texts with more than ASCII are samples, and long ones are cut", () => {
  const samples = new TextSamples();
  samples.add(["Lamp", 5, null, "Größe", "a\u00a0b"]);
  samples.add(["Größe", `${"x".repeat(500)}ü${"y".repeat(500)}`]);
  expect(samples.all()).toEqual(["Größe", `…${"x".repeat(20)}ü${"y".repeat(39)}…`]);
  for (let row = 0; row < 100; row++) samples.add([`é ${row}`]);
  expect(samples.all()).toHaveLength(6);
});
