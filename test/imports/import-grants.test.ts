import { afterAll, beforeAll, expect, test } from "bun:test";
import { type AccessApp, startAccessApp } from "../access/access-scenario.ts";
import { Imports } from "./import-run.ts";

let app: AccessApp;
let category = "";
beforeAll(async () => {
  app = await startAccessApp();
  const params = { projectId: "shop" };
  category = (await app.admin.api.createCategory({ params, body: { name: "Owls" } })).data.id;
});
afterAll(() => app.stop());

const newLeaf = async (name: string) =>
  (await app.admin.api.createSubcategory({ params: { categoryId: category }, body: { name } })).data.id;
const newItem = async (subcategoryId: string, name: string) =>
  (await app.admin.api.createItem({ params: { subcategoryId }, body: { name } })).data.id;
const importsOf = async (...grants: Parameters<AccessApp["key"]>) => {
  const { secret } = await app.key(...grants);
  return new Imports(app.url, { authorization: `Bearer ${secret}` });
};
const itemWith = async (itemId: string) => (await app.admin.api.getItem({ params: { itemId } })).data;

test("who may edit one branch imports just that", async () => {
  const [mine, theirs] = [await newLeaf("Mine"), await newLeaf("Theirs")];
  const [own, other] = [await newItem(mine, "Own"), await newItem(theirs, "Other")];
  const imports = await importsOf({ role: "editor", project: "shop", subtree: mine });
  const run = await imports.run(
    `id,subcategoryId,name\n${own},,Own 2\n${other},,Other 2\n,${mine},New\n,${theirs},Foreign\n${own},${theirs},Moved\n`,
  );
  expect(run).toMatchObject({ state: "done", changed: 1, created: 1, refused: 3 });
  const faults = await imports.faults(run);
  expect(faults.map(({ row, code }) => [row, code])).toEqual([
    [3, "not_found"],
    [5, "not_found"],
    [6, "repeated"],
  ]);
  expect([(await itemWith(own)).name, (await itemWith(other)).name]).toEqual(["Own 2", "Other"]);
});

test("who may translate into one language imports just that", async () => {
  const leaf = await newLeaf("Texts");
  const [one, two] = [await newItem(leaf, "One"), await newItem(leaf, "Two")];
  const imports = await importsOf({ role: "translator", project: "shop", languages: ["ru"] });
  const run = await imports.run(`id,name@ru,name@de,price\n${one},Один,,\n${two},Два,Zwei,\n${one},,,5\n`, {});
  expect(run).toMatchObject({ changed: 1, refused: 2 });
  expect((await imports.faults(run)).map(({ row, code }) => [row, code])).toEqual([
    [3, "not_allowed"],
    [4, "repeated"],
  ]);
  expect((await itemWith(one)).translations).toEqual({ ru: { name: "Один" } });
  expect((await itemWith(two)).translations).toEqual({});
});

test("an import is seen by who started it and by those who see the whole project, and goes on with the rights of who continues it", async () => {
  const leaf = await newLeaf("Seen");
  const grant = { role: "editor", project: "shop", subtree: leaf } as const;
  const starter = await app.key(grant);
  const imports = new Imports(app.url, { authorization: `Bearer ${starter.secret}` });
  const checked = await imports.run(`subcategoryId,name\n${leaf},Lamp\n`, { dryRun: "true" });
  const neighbour = await importsOf(grant);
  expect((await neighbour.send(`/api/imports/${checked.id}`)).status).toBe(404);
  const viewer = await importsOf({ role: "viewer", project: "shop" });
  expect((await viewer.send(`/api/imports/${checked.id}`)).status).toBe(200);
  expect((await viewer.send(`/api/imports/${checked.id}/resume`, { method: "POST" })).status).toBe(403);
  await app.admin.api.revokeKey({ params: { keyId: starter.id } });
  const admin = new Imports(app.url, { authorization: `Bearer ${app.admin.secret}` });
  const run = await admin.act(checked, "resume");
  expect(run).toMatchObject({ state: "done", created: 1 });
});
