import { describe, expect, test } from "bun:test";
import { contentEtag, matchesEtag, precondition, versionedEtag } from "./conditional.ts";

describe("If-None-Match", () => {
  const etag = '"a.b"';
  for (const header of ['"a.b"', 'W/"a.b"', '"x", "a.b"', '"x",W/"a.b" , "y"', "*", " * "]) {
    test(`${header} matches`, () => expect(matchesEtag(header, etag)).toBe(true));
  }
  for (const header of ['"a.c"', "a.b", "", '"x"', '"a.b', 'W/"x"']) {
    test(`${header} does not match`, () => expect(matchesEtag(header, etag)).toBe(false));
  }
});

describe("If-Match", () => {
  test("a missing header and a star set no condition", () => {
    expect(precondition(null)).toBeUndefined();
    expect(precondition("*")).toBeUndefined();
  });

  test("a tag of the service names its version", () => {
    for (const version of [1, 35, 36, 123_456_789, 2 ** 40]) {
      expect(precondition(versionedEtag(version, "body"))).toEqual({ versions: [version] });
      expect(precondition(`W/${versionedEtag(version, "body")}`)).toEqual({ versions: [version] });
    }
  });

  test("a foreign tag names no version", () => {
    for (const tag of ['"x"', "x", "", contentEtag("body"), '"-1.a"', '"zzzzzzzzzzz.a"']) {
      expect(precondition(tag)).toEqual({ versions: [-1] });
    }
  });

  test("several tags", () => {
    expect(precondition(`"x", ${versionedEtag(7, "a")}`)).toEqual({ versions: [-1, 7] });
  });
});

test("different contents have different tags", () => {
  expect(contentEtag("a")).not.toBe(contentEtag("b"));
  expect(contentEtag("a")).toBe(contentEtag(new TextEncoder().encode("a")));
  expect(versionedEtag(1, "a")).not.toBe(versionedEtag(1, "b"));
  expect(versionedEtag(1, "a")).not.toBe(versionedEtag(2, "a"));
});
