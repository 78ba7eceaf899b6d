import { afterAll, beforeAll, expect, test } from "bun:test";
import sharp from "sharp";
import { startApp, type TestApp } from "../start-app.ts";

let app: TestApp;
let url = "";
beforeAll(async () => {
  app = await startApp();
  const tall = await sharp({ create: { width: 40, height: 60_000, channels: 3, background: "#246" } })
    .gif()
    .toBuffer();
  const form = new FormData();
  form.append("image", new Blob([new Uint8Array(tall)]), "tall.gif");
  const response = await fetch(`${app.url}/api/upload`, { method: "POST", body: form });
  expect(response.status).toBe(201);
  url = ((await response.json()) as { url: string }).url;
});
afterAll(() => app.stop());

for (const [query, most] of [
  ["format=webp", 16_383],
  ["w=64&format=webp", 16_383],
  ["w=64&format=webp&fit=contain", 64],
  ["w=64&format=webp&fit=cover", 64],
  ["format=avif", 16_384],
  ["format=jpeg", 65_535],
] as const) {
  test(`a picture that is too tall for the format is scaled to fit: ${query}`, async () => {
    const response = await fetch(`${url}?${query}`);
    expect(response.status).toBe(200);
    const { width, height } = await sharp(await response.bytes()).metadata();
    expect(height).toBeLessThanOrEqual(most);
    expect(width).toBeGreaterThan(0);
  });
}
