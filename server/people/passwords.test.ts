import { expect, test } from "bun:test";
import { weakness } from "./passwords.ts";

test("weak passwords are refused with the reason", async () => {
  const weak = [
    "short",
    "1234567890",
    "aaaaaaaaaaaa",
    "abababababab",
    "qwertyuiop",
    "password123",
    "P@ssw0rd2024!",
    "iloveyou2",
    "anna-anna1",
    "basketball1",
  ];
  for (const candidate of weak)
    expect([candidate, await weakness(candidate, "anna")]).not.toEqual([candidate, undefined]);
  for (const good of ["correct horse battery staple", "Зимой в Праге тихо", "xT9#pL2vQ8"]) {
    expect([good, await weakness(good, "anna")]).toEqual([good, undefined]);
  }
});
