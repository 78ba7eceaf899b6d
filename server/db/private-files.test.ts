import { afterAll, expect, test } from "bun:test";
import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { copyPrivately, makePrivateFile } from "./private-files.ts";

const folder = mkdtempSync(join(tmpdir(), "catalog-private-"));
afterAll(() => rmSync(folder, { recursive: true }));
const modeOf = (file: string) => (statSync(file).mode & 0o777).toString(8);

test("a copy is for its owner alone, whoever may read the original", () => {
  const open = join(folder, "open");
  const copy = join(folder, "copy");
  writeFileSync(open, "contents");
  chmodSync(open, 0o644);
  copyPrivately(open, copy);
  expect(modeOf(copy)).toBe("600");
  expect(readFileSync(copy, "utf8")).toBe("contents");
  expect(modeOf(open)).toBe("644");
});

test("a file that is there keeps its contents and its rights", () => {
  const file = join(folder, "there");
  writeFileSync(file, "contents");
  chmodSync(file, 0o640);
  makePrivateFile(file);
  expect(modeOf(file)).toBe("640");
  expect(readFileSync(file, "utf8")).toBe("contents");
});
