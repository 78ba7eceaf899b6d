import { expect, test } from "bun:test";
import { chmodSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { temporaryFolder } from "../../test/support/temporary-folder.ts";
import { copyPrivately, makePrivateFile } from "./private-files.ts";

const folder = temporaryFolder();
const modeOf = (file: string) => (statSync(file).mode & 0o777).toString(8);

test("only the owner can read a copy, even if others can read the original", () => {
  const open = join(folder, "open");
  const copy = join(folder, "copy");
  writeFileSync(open, "contents");
  chmodSync(open, 0o644);
  copyPrivately(open, copy);
  expect(modeOf(copy)).toBe("600");
  expect(readFileSync(copy, "utf8")).toBe("contents");
  expect(modeOf(open)).toBe("644");
});

test("an existing file keeps its contents and its permissions", () => {
  const file = join(folder, "there");
  writeFileSync(file, "contents");
  chmodSync(file, 0o640);
  makePrivateFile(file);
  expect(modeOf(file)).toBe("640");
  expect(readFileSync(file, "utf8")).toBe("contents");
});
