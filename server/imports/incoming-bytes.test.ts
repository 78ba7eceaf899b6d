import { expect, test } from "bun:test";
import { IncomingBytes } from "./incoming-bytes.ts";

test("files count against their sender and against all, until their request is over", () => {
  const incoming = new IncomingBytes({ bytesOfOne: 100, bytes: 250 });
  const [first, second, third] = [incoming.from("a"), incoming.from("a"), incoming.from("b")];
  first.add(60);
  second.add(40);
  expect(() => second.add(1)).toThrow("Your files");
  third.add(100);
  const fourth = incoming.from("c");
  fourth.add(50);
  expect(() => fourth.add(1)).toThrow("Files that are not read yet");
  first[Symbol.dispose]();
  first[Symbol.dispose]();
  fourth.add(50);
  second.add(10);
  expect(() => second.add(1)).toThrow("Files that are not read yet");
  for (const each of [second, third, fourth]) each[Symbol.dispose]();
  incoming.from("a").add(100);
});
