import { describe, expect, test } from "bun:test";
import { createEditor } from "../../server/editor/editor.ts";

const budget = 250_000;
const editor = createEditor();

async function get(path: string, encoding = "br"): Promise<Response> {
  const request = new Request(`http://127.0.0.1${path}`, { headers: { "accept-encoding": encoding } });
  const answer = await editor.handle(request);
  if (!answer) throw new Error(`${path} was not answered`);
  return answer;
}

const assetsIn = (text: string) => [...new Set(text.match(/\/assets\/[\w.-]+/g) ?? [])];

/** Everything a browser fetches before the screen can be used: the page, what it names, and what that imports. */
async function firstLoad(encoding: string, extra: RegExp): Promise<number> {
  const page = await get("/", encoding);
  let bytes = (await page.clone().arrayBuffer()).byteLength;
  const html = await (await get("/", "identity")).text();
  const open = assetsIn(html);
  const seen = new Set<string>();
  for (let path = open.pop(); path; path = open.pop()) {
    if (seen.has(path)) continue;
    seen.add(path);
    bytes += (await (await get(path, encoding)).arrayBuffer()).byteLength;
    if (!path.endsWith(".js")) continue;
    const code = await (await get(path, "identity")).text();
    for (const [, imported] of code.matchAll(/(?:from|import)\s*"([^"]+\.js)"/g))
      if (imported) open.push(`/assets/${imported.replace(/^.*\//, "")}`);
    for (const name of assetsIn(code)) if (extra.test(name)) open.push(name);
  }
  return bytes;
}

describe("the editor as it is served", () => {
  test("the first load stays under 250 kB, packed either way", async () => {
    // The texts of one language are fetched as well, the longest being the Russian ones.
    const brotli = await firstLoad("br", /\/ru-/);
    const gzip = await firstLoad("gzip", /\/ru-/);
    const withItem = await firstLoad("br", /\/ru-|item-panel/);
    console.info(`First load: ${brotli} bytes brotli, ${gzip} gzip; with an open item ${withItem} brotli.`);
    expect(await firstLoad("br", /^$/)).toBeLessThan(brotli);
    expect(brotli).toBeLessThan(budget);
    expect(gzip).toBeLessThan(budget);
    expect(withItem).toBeLessThan(budget);
  });

  test("the page is asked for anew, what it names is kept for ever", async () => {
    const page = await get("/projects/aurora-market?item=x");
    expect(page.headers.get("cache-control")).toBe("no-cache");
    expect(page.headers.get("content-security-policy")).toContain("script-src 'self'");
    expect(page.headers.get("content-security-policy")).toContain("frame-ancestors 'none'");
    expect(page.headers.get("x-content-type-options")).toBe("nosniff");
    expect(page.headers.get("referrer-policy")).toBe("same-origin");
    const again = new Request("http://127.0.0.1/", { headers: { "if-none-match": page.headers.get("etag") ?? "" } });
    expect((await editor.handle(again))?.status).toBe(304);
    const script = assetsIn(await (await get("/", "identity")).text()).find((path) => path.endsWith(".js")) ?? "";
    expect((await get(script)).headers.get("cache-control")).toContain("immutable");
  });

  test("packs as the client can unpack, and plain otherwise", async () => {
    expect((await get("/", "gzip, deflate, br")).headers.get("content-encoding")).toBe("br");
    expect((await get("/", "gzip")).headers.get("content-encoding")).toBe("gzip");
    expect((await get("/", "br;q=0, gzip;q=0.5")).headers.get("content-encoding")).toBe("gzip");
    expect((await get("/", "identity")).headers.get("content-encoding")).toBeNull();
  });

  test("answers nothing that is not its own", async () => {
    const ask = (path: string, method = "GET") => editor.handle(new Request(`http://127.0.0.1${path}`, { method }));
    expect(await ask("/api/projects")).toBeUndefined();
    expect(await ask("/assets/none.js")).toBeUndefined();
    expect(await ask("/elsewhere")).toBeUndefined();
    expect(await ask("/", "POST")).toBeUndefined();
  });

  test("asks no other host for anything", async () => {
    const html = await (await get("/", "identity")).text();
    expect(html).not.toMatch(/(?:src|href)="(?!\/)/);
  });
});
