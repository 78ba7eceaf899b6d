import { expect, test } from "bun:test";
import { keysIn } from "./key-file.ts";
import { ofUser, ofWebhook, Sealing, sealedWith } from "./sealing.ts";

const key = (fill: string) => Buffer.alloc(32, fill);
const owner = ofUser("anna");

test("a sealed secret can be opened, is different each time, and names its key", () => {
  const sealing = new Sealing([key("a")]);
  const [one, other] = [sealing.seal("кофе", owner), sealing.seal("кофе", owner)];
  expect(one).not.toBe(other);
  expect(sealing.open(one, owner)).toBe("кофе");
  expect(sealedWith(one)).toBe(sealing.current as string);
  expect(sealedWith("whsec_clear")).toBeUndefined();
  expect(sealing.open("whsec_clear", owner)).toBe("whsec_clear");
});

test("it can be opened only for its owner, with its key, and unchanged", () => {
  const sealing = new Sealing([key("a")]);
  const sealed = sealing.seal("secret", owner);
  const bytes = [...sealed];
  bytes[bytes.length - 1] = bytes.at(-1) === "A" ? "Q" : "A";
  expect(() => sealing.open(sealed, ofWebhook("anna"))).toThrow("cannot be opened");
  expect(() => sealing.open(sealed, ofUser("boris"))).toThrow("cannot be opened");
  expect(() => sealing.open(bytes.join(""), owner)).toThrow("cannot be opened");
  expect(() => sealing.open(sealed.slice(0, 30), owner)).toThrow("cannot be opened");
  expect(() => new Sealing([key("b")]).open(sealed, owner)).toThrow("cannot be opened");
});

test("of several keys the first one seals, and all can open", () => {
  const old = new Sealing([key("a")]);
  const both = new Sealing([key("b"), key("a")]);
  expect(both.open(old.seal("secret", owner), owner)).toBe("secret");
  expect(sealedWith(both.seal("secret", owner))).toBe(new Sealing([key("b")]).current as string);
  expect(() => new Sealing([]).seal("secret", owner)).toThrow("SECRETS_KEY");
});

test("keys are 32 bytes in base64, separated by spaces or lines", () => {
  const [a, b] = [key("a").toString("base64"), key("b").toString("base64url")];
  expect(keysIn(`${a}\n${b}\n`)).toEqual([key("a"), key("b")]);
  for (const wrong of ["", " ", "password", a.slice(4), `${a}AAAA`, `${a} x`]) expect(keysIn(wrong)).toBeUndefined();
});
