import { afterAll, beforeAll, expect, test } from "bun:test";
import { type AccessApp, type Caller, startAccessApp } from "./access-scenario.ts";

let app: AccessApp;

beforeAll(async () => {
  app = await startAccessApp();
});
afterAll(() => app.stop());

const params = { projectId: "shop" };
const present = async ({ api }: Caller) =>
  (await api.getPresence({ params })).data.present.map(({ clientId, name, itemId }) => [clientId, name, itemId]).sort();

test("nobody can end or change another person's presence, and everyone can end their own", async () => {
  await app.addUser("nina", { role: "editor", project: "shop" });
  await app.addUser("omar", { role: "viewer", project: "shop" });
  const nina = await app.person("nina");
  const omar = await app.person("omar");
  const signal = ({ api }: Caller, itemId: string) =>
    api.signalPresence({ params, body: { clientId: "tab", name: "somebody", itemId } });
  await signal(nina, "chair");
  await omar.api.leavePresence({ params: { ...params, clientId: "tab" } });
  expect(await present(omar)).toEqual([["tab", "nina", "chair"]]);
  await signal(omar, "table");
  expect(await present(nina)).toEqual([
    ["tab", "nina", "chair"],
    ["tab", "omar", "table"],
  ]);
  const elsewhere = await app.person("nina");
  await elsewhere.api.leavePresence({ params: { ...params, clientId: "tab" } });
  expect(await present(omar)).toEqual([["tab", "omar", "table"]]);
});
