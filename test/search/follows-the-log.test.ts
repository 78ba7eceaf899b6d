import { afterAll, beforeAll, expect } from "bun:test";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { createLog } from "../../server/http/logger.ts";
import { projectById } from "../../server/projects/projects.sql.ts";
import { type Choices, type Lists, startOfList } from "../../server/search/index/item-columns.ts";
import { numberAt } from "../../server/search/index/number-words.ts";
import type { ProjectIndex } from "../../server/search/index/project-index.ts";
import type { Segment } from "../../server/search/index/segment.ts";
import { fieldCount } from "../../server/search/index/vocabulary.ts";
import { Indexes } from "../../server/search/indexes.ts";
import { startApp, type TestApp } from "../start-app.ts";
import { rounds } from "../support/rounds.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { randomTest } from "../test-seed.ts";

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.stop());

/** Everything that an index knows, independent of its segments. */
function pictureOf({ segments, tree }: ProjectIndex) {
  const entries: object[] = [];
  for (const segment of segments) {
    const { columns, vocabulary, postings, orders } = segment.contents;
    const words = wordsByEntry(segment);
    for (let entry = 0; entry < segment.size; entry++) {
      if (!segment.isLive(entry)) continue;
      const listed = (lists: Lists) => {
        const start = startOfList(lists, entry);
        const numbers = [...lists.numbers.values.subarray(start, start + (lists.counts[entry] as number))];
        return numbers.map((number) => lists.values[number]);
      };
      const chosen = <Value>({ values, numbers }: Choices<Value>) => values[numbers.values[entry] as number];
      entries.push({
        key: numberAt(columns.keys, entry),
        version: numberAt(columns.versions, entry),
        flags: columns.flags[entry],
        price: numberAt(columns.price, entry),
        place: chosen(columns.places),
        actor: chosen(columns.actor),
        textState: chosen(columns.textState),
        tags: listed(columns.tags),
        badges: listed(columns.badges),
        words: words[entry],
        name: orders.get("en")?.keyAt(orders.get("en")?.places[entry] as number),
      });
    }
    expect(postings.starts.length).toBe(vocabulary.size * fieldCount + 1);
  }
  return {
    entries: entries.sort((one, other) => (one as { key: number }).key - (other as { key: number }).key),
    parents: [...tree.parents].sort(([one], [other]) => one - other),
  };
}

function wordsByEntry({ contents, size }: Segment): string[][] {
  const words = Array.from({ length: size }, (): string[] => []);
  const same = Uint32Array.from(words.keys());
  const list = new Uint32Array(size);
  for (let word = 0; word < contents.vocabulary.size; word++) {
    for (let field = 0; field < fieldCount; field++) {
      const end = contents.postings.move(fieldCount * word + field, same, list, 0);
      for (const entry of list.subarray(0, end)) words[entry]?.push(`${field} ${contents.vocabulary.words.at(word)}`);
    }
  }
  return words;
}

const words = ["oak", "steel", "red", "soft", "new"];

randomTest("an index that followed the log equals one that is built from scratch", async (choose) => {
  const project = await app.db.read((reader) => projectById(reader, "shop"));
  const projectKey = project?.key ?? 0;
  const folder = temporaryFolder();
  const open = (name: string) =>
    new Indexes({
      db: app.db,
      folder: join(folder, name),
      maxBytes: Number.POSITIVE_INFINITY,
      log: createLog("silent"),
    });
  let following = open("following");
  const picture = async (indexes: Indexes) => pictureOf(await indexes.of(projectKey));
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
  const changes = rounds(40, 120);
  let done = 0;
  for (let step = 0; done < changes; step++) {
    if (step % 20 === 0) categories.push(await newCategory());
    // Many random requests are refused, for example because the thing was deleted.
    const answer = await choose
      .of(steps)?.()
      .catch(() => undefined);
    if (!answer) continue;
    done++;
    sets.push(answer.headers.get("change-set") ?? "");

    if (step % 5 > 0) continue;
    const fresh = open(`fresh-${step}`);
    expect(await picture(following)).toEqual(await picture(fresh));
    await fresh.close();
    if (step % 3 > 0) continue;
    // As after a restart: from disk.
    await following.close();
    following = open("following");
  }
  await following.close();
  rmSync(folder, { recursive: true });
  expect(await app.doctor()).toEqual([]);
});
