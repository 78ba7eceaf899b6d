import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { appendFileSync, copyFileSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { CDPSession, Page, Request as PageRequest } from "playwright-core";
import { buildEditor, projectRoot } from "../../server/editor/build.ts";
import { bundleEditor } from "../../server/editor/bundle.ts";
import { createEditor } from "../../server/editor/editor.ts";
import type { Log } from "../../server/http/logger.ts";
import { restMs } from "../../web/platform/offline/store-program.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { type Bench, blank, demoId, hasBrowser, startBench } from "./start-bench.ts";

const projectId = demoId;

const budget = 250_000;
const editor = createEditor();

async function get(path: string, encoding = "br", from = editor): Promise<Response> {
  const request = new Request(`http://127.0.0.1${path}`, { headers: { "accept-encoding": encoding } });
  const answer = await from.handle(request);
  if (!answer) throw new Error(`${path} was not answered`);
  return answer;
}

const assetsIn = (text: string) => [...new Set(text.match(/\/assets\/[\w.-]+/g) ?? [])];

const leaf = `/projects/${projectId}?subcategory=flagship-smartphones`;
/** Stands for the id of an item of the leaf. */
const anItem = "ITEM";

/** The same requests by a client without Brotli. */
async function bytesWithGzip(urls: string[]): Promise<number> {
  let sum = 0;
  for (const url of urls) {
    const answer = await fetch(url, { headers: { "accept-encoding": "gzip" }, decompress: false });
    expect([url, answer.headers.get("content-encoding")]).toEqual([url, "gzip"]);
    sum += (await answer.bytes()).length;
  }
  return sum;
}

/**
 * All bytes on the wire for a visit, until the rest of the program is loaded. Answers of the API and pictures do not
 * count.
 */
async function bytesOf(page: Page, url: string, drawn: string) {
  const counted: PageRequest[] = [];
  const count = (request: PageRequest) => {
    if (!/^\/(api|uploads|healthz)/.test(new URL(request.url()).pathname)) counted.push(request);
  };
  page.on("request", count);
  await page.goto(url);
  await page.locator(".project-card, .grid-name").first().waitFor();
  // React shows a panel that had to be loaded after a short delay.
  await page.clock.runFor(restMs / 2);
  await page.locator(drawn).first().waitFor();
  await page.clock.runFor(restMs / 4);
  // This request comes after all requests of the page.
  await page.evaluate(() => fetch("/healthz"));
  page.off("request", count);
  const sizeOf = async (request: PageRequest) => {
    await (await request.response())?.finished();
    return (await request.sizes()).responseBodySize;
  };
  const sum = async (requests: PageRequest[]) => (await Promise.all(requests.map(sizeOf))).reduce((a, b) => a + b, 0);
  const fonts = counted.filter((request) => request.resourceType() === "font");
  const program = counted.filter((request) => !fonts.includes(request));
  return {
    own: await sum(program),
    gzip: await bytesWithGzip(program.map((request) => request.url())),
    fonts: fonts.map((request) => new URL(request.url()).pathname),
    withFonts: (await sum(program)) + (await sum(fonts)),
  };
}

describe.skipIf(!hasBrowser)("the first visit", () => {
  let bench: Bench;
  let page: Page;
  let devTools: CDPSession;
  beforeAll(async () => {
    bench = await startBench();
    page = await bench.openStopped();
    devTools = await page.context().newCDPSession(page);
  });
  afterAll(() => bench?.stop());

  for (const [name, path, drawn] of [
    ["projects", "/", ".project-card"],
    ["the workspace", leaf, ".grid-name"],
    ["an open item", `${leaf}&item=${anItem}`, ".panel [data-section=history]"],
  ] as const) {
    test(`${name}: stays under 250 kB, with Brotli and with gzip`, async () => {
      // Each visit is the first one.
      await page.goto("about:blank");
      await devTools.send("Network.clearBrowserCache");
      const { items } = (await bench.api.listItems({ params: { subcategoryId: "flagship-smartphones" } })).data;
      const sizes = await bytesOf(page, bench.url + path.replace(anItem, items[0]?.id ?? ""), drawn);
      console.info(
        `First load of ${name}: ${sizes.own} bytes with Brotli, ${sizes.gzip} with gzip; ${sizes.withFonts} with fonts.`,
      );
      expect(sizes.own).toBeGreaterThan(100_000);
      expect(sizes.own).toBeLessThan(budget);
      expect(sizes.gzip).toBeLessThan(budget);
      // A page asks for the font of each script that it shows, and is drawn without waiting for it.
      const latin = "/assets/inter-latin-wght-normal.woff2";
      if (path.includes(anItem)) expect(sizes.fonts).toContain(latin);
      else {
        expect(sizes.fonts).toEqual([latin]);
        expect(sizes.withFonts).toBeLessThan(budget);
      }
    });
  }

  test("the workspace accepts input while its list is loading, and keeps what was typed", async () => {
    const page = await bench.visit(blank);
    const { promise: mayGo, resolve: letGo } = Promise.withResolvers<void>();
    await page.route("**/items?*", (route) => mayGo.then(() => route.continue()));
    await page.goto(bench.url + leaf, { waitUntil: "commit" });
    const filter = page.getByRole("textbox", { name: "Filter the tree" });
    await filter.press("p");
    letGo();
    await page.locator(".grid-name").first().waitFor();
    await page.keyboard.type("hones");
    expect(await filter.inputValue()).toBe("phones");
    await page.locator(".tree-row", { hasText: "Laptops" }).waitFor({ state: "detached" });
    await page.locator(".tree-row", { hasText: "Phones & Tablets" }).waitFor();
  });
});

describe("the served editor", () => {
  test("contains neither the schemas of the contract nor zod", async () => {
    const found = new Set(["/"]);
    for (const path of found) {
      const text = await (await get(path, "identity")).text();
      expect([path, /ZodError|"too_small"/.test(text)]).toEqual([path, false]);
      for (const named of assetsIn(text)) found.add(named);
    }
    expect(found.size).toBeGreaterThan(20);
  });

  test("the page is revalidated, and its assets are cached forever", async () => {
    const page = await get("/projects/aurora-market?item=x");
    expect(page.headers.get("cache-control")).toBe("no-cache");
    expect(page.headers.get("content-security-policy")).toContain("script-src 'self'");
    expect(page.headers.get("content-security-policy")).toContain("frame-ancestors 'none'");
    expect(page.headers.get("x-content-type-options")).toBe("nosniff");
    expect(page.headers.get("referrer-policy")).toBe("same-origin");
    const again = new Request("http://127.0.0.1/projects/other", {
      headers: { "if-none-match": page.headers.get("etag") ?? "" },
    });
    expect((await editor.handle(again))?.status).toBe(304);
    const script = assetsIn(await (await get("/", "identity")).text()).find((path) => path.endsWith(".js")) ?? "";
    expect((await get(script)).headers.get("cache-control")).toContain("immutable");
  });

  test("is compressed as the client accepts it, or not at all", async () => {
    expect((await get("/", "gzip, deflate, br")).headers.get("content-encoding")).toBe("br");
    expect((await get("/", "gzip")).headers.get("content-encoding")).toBe("gzip");
    expect((await get("/", "br;q=0, gzip;q=0.5")).headers.get("content-encoding")).toBe("gzip");
    expect((await get("/", "identity")).headers.get("content-encoding")).toBeNull();
    const font = await get("/assets/inter-latin-wght-normal.woff2", "gzip, deflate, br");
    expect(font.headers.get("content-encoding")).toBeNull();
    expect(font.headers.get("content-type")).toBe("font/woff2");
    expect(font.headers.get("cache-control")).toBe("public, max-age=2592000");
  });

  test("answers only its own paths", async () => {
    const ask = (path: string, method = "GET") => editor.handle(new Request(`http://127.0.0.1${path}`, { method }));
    expect(await ask("/api/projects")).toBeUndefined();
    expect(await ask("/assets/none.js")).toBeUndefined();
    expect(await ask("/elsewhere")).toBeUndefined();
    expect(await ask("/", "POST")).toBeUndefined();
  });

  test("is what the sources of the project give", async () => {
    const bundled = (await bundleEditor(projectRoot)).get("index.html");
    expect(await (await get("/", "identity")).text()).toBe(new TextDecoder().decode(bundled));
  });

  test("requests nothing from other hosts", async () => {
    const html = await (await get("/", "identity")).text();
    expect(html).not.toMatch(/(?:src|href)="(?!\/)/);
  });
});

describe("a build of the editor", () => {
  const root = temporaryFolder();
  const built = () => readdirSync(join(root, "dist"));
  const style = join(root, "web/styles/base.css");
  /** A small program in place of the editor, with all kinds of files: compressing the editor takes four seconds. */
  beforeAll(() => {
    for (const folder of ["web/styles", "web/platform/offline", "contract", "server/editor"])
      mkdirSync(join(root, folder), { recursive: true });
    for (const file of ["web/index.html", "web/icon.svg"]) copyFileSync(join(projectRoot, file), join(root, file));
    const write = (file: string, text: string) => writeFileSync(join(root, file), text);
    for (const file of [
      "contract/constants.ts",
      "web/platform/offline/service-worker.ts",
      "web/platform/offline/build-cache.ts",
    ])
      copyFileSync(join(projectRoot, file), join(root, file));
    write("web/styles/editor.css", '@import "./base.css";\n');
    write("web/styles/base.css", ".now { color: red; }\n");
    write("contract/limits.ts", "export const most = 7;\n");
    write("web/later.ts", "console.info(1);\n");
    const main = ['import { createElement } from "react";', 'import { most } from "../contract/limits.ts";'];
    write("web/main.tsx", [...main, "console.info(createElement, most);", 'void import("./later.ts");', ""].join("\n"));
    symlinkSync(join(projectRoot, "node_modules"), join(root, "node_modules"));
  });

  /** The page, and what the editor logged when it was prepared. */
  async function started(follows = false) {
    const said: string[] = [];
    const log = { info: (words: string) => said.push(words), error: (error: unknown) => said.push(String(error)) };
    const from = createEditor({ root, follows, log: log as unknown as Log });
    await from.prepare();
    return { said, page: async () => (await get("/", "identity", from)).text(), from };
  }

  test("is optional: without one the service bundles the sources, logs that, and writes nothing", async () => {
    const { said, page, from } = await started();
    expect(said).toEqual([expect.stringContaining("npm run build")]);
    const [script = ""] = assetsIn(await page()).filter((path) => path.endsWith(".js"));
    expect((await get(script, "br", from)).headers.get("content-encoding")).toBe("br");
    expect(() => built()).toThrow();
  });

  test("is used by the next start, and has the same files", async () => {
    const before = await (await started()).page();
    await buildEditor(root);
    const { said, page } = await started();
    expect(said).toEqual([]);
    expect(await page()).toBe(before);
  });

  test("of other sources is not served, and the next build replaces it", async () => {
    const [before] = built();
    appendFileSync(style, ".later { color: red; }\n");
    const { said } = await started();
    expect(said).toHaveLength(1);
    mkdirSync(join(root, "dist", "cut-off.123"));
    await buildEditor(root);
    expect(built()).toHaveLength(1);
    expect(built()).not.toEqual([before as string]);
    expect((await started()).said).toEqual([]);
  });

  test("is not needed during development: a reload shows changed sources", async () => {
    const { page } = await started(true);
    const before = await page();
    appendFileSync(style, ".again { color: red; }\n");
    expect(await page()).not.toBe(before);
  });

  test("that fails names the fault, and after a fix the next page works", async () => {
    const { page, from } = await started(true);
    const before = await page();
    const file = join(root, "web/broken.ts");
    appendFileSync(join(root, "web/main.tsx"), 'import "./broken.ts";\n');
    await expect(get("/", "br", from)).rejects.toThrow("broken.ts");
    appendFileSync(file, "export const mended = true;\nconsole.info(mended);\n");
    expect(await page()).not.toBe(before);
  });
});
