import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import fc from "fast-check";
import { CatalogError } from "../../contract/client.ts";
import { startApp, type TestApp } from "../start-app.ts";
import { rounds } from "../support/rounds.ts";

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.stop());

const resolve = async (path: string) => (await app.api.resolveAddress({ query: { path } })).data;
const problemOf = (call: Promise<unknown>) =>
  call.then(
    () => expect.unreachable(),
    (error: CatalogError) => error.problem,
  );
const category = async () =>
  (await app.api.createCategory({ params: { projectId: "shop" }, body: { name: "Category" } })).data.id;
const level1 = (categoryId: string, id: string) =>
  app.api.createSubcategory({ params: { categoryId }, body: { id, name: id } });
const nested = (parentSubcategoryId: string, id: string) =>
  app.api.createNestedSubcategory({ params: { parentSubcategoryId }, body: { id, name: id } });
const change = (subcategoryId: string, body: { id?: string; parentId?: string }) =>
  app.api.updateSubcategory({ params: { subcategoryId }, body });
const item = async (subcategoryId: string) =>
  (await app.api.createItem({ params: { subcategoryId }, body: { name: "Item" } })).data.id;

describe("an old id of a subcategory", () => {
  test("answers 404 with the current id, however often it was changed", async () => {
    const root = await category();
    await level1(root, "a1");
    await change("a1", { id: "a2" });
    await change("a2", { id: "a3" });
    const movedTo = { id: "a3", path: `/${root}/a3` };
    for (const old of ["a1", "a2"]) {
      const params = { subcategoryId: old };
      const calls = [
        () => app.api.getSubcategory({ params }),
        () => app.api.listItems({ params }),
        () => app.api.updateSubcategory({ params, body: { name: "x" } }),
        () => app.api.deleteSubcategory({ params }),
        () => app.api.createItem({ params, body: { name: "x" } }),
        () => app.api.subcategoryHistory({ params }),
        () => nested(old, "a4"),
      ];
      for (const call of calls)
        expect(await problemOf(call())).toMatchObject({ status: 404, code: "not_found", movedTo });
    }
    // Changed and changed back: the id is not an old one any more.
    await change("a3", { id: "a1" });
    expect((await app.api.getSubcategory({ params: { subcategoryId: "a1" } })).data.id).toBe("a1");
    expect(await problemOf(app.api.getSubcategory({ params: { subcategoryId: "a3" } }))).toMatchObject({
      movedTo: { id: "a1" },
    });
  });

  test("belongs to the next subcategory that gets it", async () => {
    const root = await category();
    await level1(root, "b1");
    await change("b1", { id: "b2" });
    await level1(root, "b1");
    expect((await resolve(`/${root}/b1`)).moved).toBe(false);
    await change("b1", { id: "b3" });
    expect(await problemOf(app.api.getSubcategory({ params: { subcategoryId: "b1" } }))).toMatchObject({
      movedTo: { id: "b3" },
    });
  });
});

describe("an address", () => {
  test("that is current resolves to itself", async () => {
    const root = await category();
    await level1(root, "c1");
    const id = await item("c1");
    const path = `/${root}/c1/${id}`;
    expect(await resolve(path)).toEqual({ path, kind: "item", id, ids: [root, "c1", id], moved: false });
    expect(await resolve(`/${root}`)).toMatchObject({ kind: "category", id: root, moved: false });
    expect(await resolve(`/${root}/c1/`)).toMatchObject({ kind: "subcategory", id: "c1", moved: false });
  });

  test("may have letters of any script, encoded or not", async () => {
    const root = await category();
    await level1(root, "телефоны");
    await change("телефоны", { id: "смартфоны" });
    for (const path of [`/${root}/телефоны`, `/${root}/${encodeURIComponent("телефоны")}`]) {
      expect(await resolve(path)).toMatchObject({ path: `/${root}/смартфоны`, moved: true });
    }
  });

  test("of something deleted says so, and gives the nearest address that exists", async () => {
    const root = await category();
    await level1(root, "d1");
    const id = await item("d1");
    const deletion = await app.api.deleteItem({ params: { itemId: id } });
    await change("d1", { id: "d2" });
    expect(await problemOf(resolve(`/${root}/d1/${id}`))).toMatchObject({
      status: 404,
      detail: `The item "${id}" was deleted.`,
      deleted: { changeSetId: deletion.headers.get("change-set") },
      nearest: { path: `/${root}/d2` },
    });
    expect(await problemOf(resolve("/never/was"))).not.toHaveProperty("deleted");
    expect(await problemOf(resolve("//"))).toMatchObject({ status: 400, code: "invalid_query" });
  });

  test("hundreds of levels deep resolves in one call", async () => {
    const root = await category();
    await level1(root, "deep-0");
    for (let level = 1; level < 300; level++) await nested(`deep-${level - 1}`, `deep-${level}`);
    const id = await item("deep-299");
    await change("deep-150", { id: "deep-renamed" });
    const found = await resolve(`/${root}/deep-0/${id}`);
    expect(found.ids).toHaveLength(302);
    expect(found.ids[151]).toBe("deep-renamed");
  });

  test("after any renames and moves, every former address leads to the current one", async () => {
    const ids = ["x1", "x2", "x3", "x4", "x5", "x6"];
    const step = fc.oneof(
      fc.record({ do: fc.constant("rename" as const), which: fc.nat(3), to: fc.constantFrom(...ids) }),
      fc.record({ do: fc.constant("move" as const), which: fc.nat(3), under: fc.nat(5) }),
      fc.record({ do: fc.constant("moveItem" as const), under: fc.nat(3) }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 15 }), async (steps) => {
        const roots = [await category(), await category()];
        // Four subcategories whose ids change; the test identifies each by its index in this list.
        const names = ["x1", "x2", "x3", "x4"];
        await level1(roots[0] as string, "x1");
        await nested("x1", "x2");
        await level1(roots[0] as string, "x3");
        await level1(roots[1] as string, "x4");
        const itemId = await item("x4");
        const former = new Map<string, number>();
        const seen = new Set<string>();
        const look = async () => {
          for (const name of names) seen.add((await resolve(`/any/${name}`)).path);
          seen.add((await resolve(`/any/any/${itemId}`)).path);
        };
        await look();
        for (const move of steps) {
          try {
            if (move.do === "rename") {
              const old = names[move.which] as string;
              await change(old, { id: move.to });
              if (old !== move.to) former.set(old, move.which);
              names[move.which] = move.to;
            } else if (move.do === "move") {
              const parentId = [...roots, ...names][move.under] as string;
              await change(names[move.which] as string, { parentId });
            } else {
              const subcategoryId = names[move.under] as string;
              await app.api.updateItem({ params: { itemId }, body: { subcategoryId } });
            }
          } catch (error) {
            if (!(error instanceof CatalogError) || error.status >= 500) throw error;
          }
          await look();
        }
        for (const path of seen) {
          const found = await resolve(path);
          const last = path.split("/").at(-1) as string;
          const owner = names.includes(last) ? last : names[former.get(last) ?? -1];
          expect(found.id).toBe(owner ?? itemId);
          expect(await resolve(found.path)).toEqual({ ...found, moved: false });
        }
        for (const root of roots) await app.api.deleteCategory({ params: { categoryId: root } });
      }),
      { numRuns: rounds(8, 30) },
    );
  });
});
