import { afterAll, beforeAll, expect, test } from "bun:test";
import { existsSync, mkdirSync, readdirSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ImportInbox } from "../../server/imports/receive-file.ts";
import { startApp, type TestApp } from "../start-app.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { until } from "../support/until.ts";
import { TestClock } from "../test-clock.ts";
import { Imports } from "./import-run.ts";

let app: TestApp;
let imports: Imports;
const clock = new TestClock();
beforeAll(async () => {
  app = await startApp({ incoming: { bytesOfOne: 1_000_000, bytes: 2_000_000 } }, { clock });
  imports = new Imports(app.url);
});
afterAll(() => app.stop());

const folder = () => join(app.images.store.location, "..", "imports");
const files = () => readdirSync(folder()).map((name) => join(folder(), name));

/** A file that is sent, but for its end. */
function halfSent(contents: string) {
  const { promise: goOn, resolve: end } = Promise.withResolvers<void>();
  const body = new ReadableStream<Uint8Array>({
    async start(controller) {
      controller.enqueue(Buffer.from(contents));
      await goOn;
      controller.close();
    },
  });
  const sent = imports.send("/api/projects/shop/imports?dryRun=true", { method: "POST", body });
  return { sent, end };
}
const sheet = (name: string, bytes: number) => `name\n${name}${" ".repeat(bytes)}\n`;

test("files that are not read yet have a quota, which is free again when they are", async () => {
  const first = halfSent(sheet("first", 700_000));
  await until(() => statSync(files()[0] ?? folder()).size > 700_000, "the first file is on the disk");
  const second = await imports.posted(sheet("second", 700_000), { dryRun: "true" });
  expect([second.status, second.headers.get("retry-after")]).toEqual([503, "30"]);
  expect(await second.json()).toMatchObject({ code: "unavailable" });
  first.end();
  expect((await first.sent).status).toBe(202);
  expect((await imports.posted(sheet("third", 700_000), { dryRun: "true" })).status).toBe(202);
  expect((await imports.posted(sheet("fourth", 1_200_000), { dryRun: "true" })).status).toBe(503);
  expect((await imports.posted(sheet("fifth", 700_000), { dryRun: "true" })).status).toBe(202);
  expect(files()).toEqual([]);
});

test("a file that cannot be removed takes no room of the ones that come later", async () => {
  const inbox = new ImportInbox(temporaryFolder(), { bytesOfOne: 1_000, bytes: 1_000 });
  const receive = () =>
    inbox.receive(new Request("http://localhost/", { method: "POST", body: "x".repeat(700) }), "anna");
  const received = await receive();
  // A folder is not removed as a file is.
  rmSync(received.path);
  mkdirSync(received.path);
  await inbox.discardAll(received);
  await inbox.discardAll(await receive());
});

test("what a killed process left behind is removed while the service runs, and what arrives stays", async () => {
  const old = (path: string) => utimesSync(path, new Date(0), new Date(0));
  const left = [join(folder(), "left"), join(app.images.store.location, "incoming", "left")];
  const arriving = halfSent(sheet("arriving", 1_000));
  await until(() => files().length === 1, "a file arrives");
  const [live = ""] = files();
  for (const path of left) {
    writeFileSync(path, "x");
    old(path);
  }
  old(live);
  clock.pass(10 * 60_000);
  await until(() => left.every((path) => !existsSync(path)), "what was left is gone");
  arriving.end();
  expect((await arriving.sent).status).toBe(202);
});
