import { afterAll, beforeAll, expect } from "bun:test";
import { projectById } from "../../server/projects/projects.sql.ts";
import { Overviews } from "../../server/search/overviews.ts";
import { progressOf } from "../../server/search/progress.ts";
import { startApp, type TestApp } from "../start-app.ts";
import { randomTest } from "../test-seed.ts";

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.stop());

const words = ["oak", "steel", "red", "soft", "new"];

randomTest("an index that followed the log equals one that is built from scratch", async (choose) => {
  const project = await app.db.read((reader) => projectById(reader, "shop"));
  const projectKey = project?.key ?? 0;
  const following = new Overviews(app.db, Number.POSITIVE_INFINITY);
  const picture = (overviews: Overviews) =>
    overviews.of(projectKey, async (overview) => {
      const names: string[] = [];
      await overview.entries.search("\n", (key, parent, text) => names.push(`${key} in ${parent}: ${text}`));
      return {
        names: names.filter((line) => !line.startsWith("0 ")).sort(),
        tags: [...overview.entries.tags.counts].sort(),
        badges: [...overview.entries.badges.counts].sort(),
        progress: progressOf(overview, undefined, 0).whole,
      };
    });
  const api = app.api;
  const newCategory = async () =>
    (await api.createCategory({ params: { projectId: "shop" }, body: { name: `C${choose.below(99)}` } })).data.id;
  const categories = [await newCategory(), await newCategory()];
  const nodes: string[] = [];
  const items: string[] = [];
  const sets: string[] = [];
  const text = () => ({
    name: `N${choose.below(1_000)}`,
    tags: [choose.of(words) ?? "", choose.of(words) ?? ""],
    badges: [choose.of(words) ?? ""],
    translations: choose.below(2) ? { ru: { name: `Р${choose.below(1_000)}` } } : {},
  });
  const steps: (() => Promise<{ headers: Headers; data?: unknown } | undefined>)[] = [
    async () => {
      const params = { categoryId: choose.of(categories.slice(-3)) ?? "" };
      const made = await api.createSubcategory({ params, body: { name: `S${choose.below(99)}` } });
      nodes.push(made.data.id);
      return made;
    },
    async () => {
      const params = { parentSubcategoryId: choose.of(nodes.slice(-8)) ?? "" };
      const made = await api.createNestedSubcategory({ params, body: { name: `S${choose.below(99)}` } });
      nodes.push(made.data.id);
      return made;
    },
    ...Array.from({ length: 4 }, () => async () => {
      const made = await api.createItem({ params: { subcategoryId: choose.of(nodes.slice(-8)) ?? "" }, body: text() });
      items.push(made.data.id);
      return made;
    }),
    () => api.updateItem({ params: { itemId: choose.of(items.slice(-12)) ?? "" }, body: text() }),
    () =>
      api.updateItem({
        params: { itemId: choose.of(items.slice(-12)) ?? "" },
        body: { name: `N${choose.below(1_000)}` },
      }),
    () =>
      api.updateItem({
        params: { itemId: choose.of(items.slice(-12)) ?? "" },
        body: { subcategoryId: choose.of(nodes.slice(-8)) ?? "" },
      }),
    () =>
      api.updateSubcategory({ params: { subcategoryId: choose.of(nodes.slice(-8)) ?? "" }, body: { name: "Renamed" } }),
    () => {
      const parentId = choose.of([...categories, ...nodes]) ?? "";
      return api.updateSubcategory({ params: { subcategoryId: choose.of(nodes.slice(-8)) ?? "" }, body: { parentId } });
    },
    () => api.bulkUpdateItems({ body: { itemIds: items.slice(-2), data: { tags: ["bulk"] } } }),
    () => api.deleteItem({ params: { itemId: choose.of(items.slice(-12)) ?? "" } }),
    () => api.deleteSubcategory({ params: { subcategoryId: choose.of(nodes.slice(-8)) ?? "" } }),
    () => api.deleteCategory({ params: { categoryId: choose.of(categories.slice(-3)) ?? "" } }),
    () => api.undoChanges({ params: { changeSetId: choose.of(sets) ?? "" } }),
    () => api.undoChanges({ params: { changeSetId: sets.at(-1) ?? "" } }),
    async () => {
      const { headers } = await api.deleteCategory({ params: { categoryId: categories.at(-1) ?? "" } });
      await picture(following);
      return api.undoChanges({ params: { changeSetId: headers.get("change-set") ?? "" } });
    },
  ];
  let done = 0;
  for (let step = 0; done < 120; step++) {
    if (step % 20 === 0) categories.push(await newCategory());
    // Many random requests are refused, for example because the thing was deleted.
    const answer = await choose
      .of(steps)?.()
      .catch(() => undefined);
    if (!answer) continue;
    done++;
    sets.push(answer.headers.get("change-set") ?? "");

    if (step % 5 > 0) continue;
    const fresh = new Overviews(app.db, Number.POSITIVE_INFINITY);
    expect(await picture(following)).toEqual(await picture(fresh));
    fresh.close();
  }
  following.close();
  expect(await app.doctor()).toEqual([]);
});
