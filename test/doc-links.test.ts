import { expect, test } from "bun:test";
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { Glob } from "bun";

const root = join(import.meta.dir, "..");
const pages = ["*.md", "docs/**/*.md", "bench/*.md"].flatMap((pattern) => [...new Glob(pattern).scanSync(root)]);
const textOf = (page: string) => readFileSync(join(root, page), "utf8");

/** The anchors that GitHub makes from the headings of a page. */
const anchorsIn = (page: string): string[] =>
  [...textOf(page).matchAll(/^#+ (.+)$/gm)].map(([, heading = ""]) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, "")
      .replaceAll(" ", "-"),
  );

function brokenLinks(page: string): string[] {
  const links = [...textOf(page).matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = ""]) => link);
  return links.filter((link) => {
    if (/^https?:/.test(link)) return false;
    const [path = "", anchor] = link.split("#");
    const target = path === "" ? page : join(dirname(page), path);
    return !existsSync(join(root, target)) || (anchor !== undefined && !anchorsIn(target).includes(anchor));
  });
}

/** Files that a page names from the root of the project, such as `server/app.ts`. */
function missingFiles(page: string): string[] {
  const named = textOf(page).matchAll(/`((?:contract|server|web|test|cluster|bench|docs|deploy)\/[\w./-]+\.\w+)`/g);
  return [...named].map(([, file = ""]) => file).filter((file) => !existsSync(join(root, file)));
}

test("every link of the docs leads to a file and a heading that exist", () => {
  expect(pages).toContain("docs/operations.md");
  expect(pages.flatMap((page) => brokenLinks(page).map((link) => `${page}: ${link}`))).toEqual([]);
});

test("every file that the docs name exists", () => {
  expect(pages.flatMap((page) => missingFiles(page).map((file) => `${page}: ${file}`))).toEqual([]);
});
