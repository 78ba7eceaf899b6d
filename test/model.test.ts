import { afterAll, beforeAll, expect, test } from "bun:test";
import fc from "fast-check";
import { insertProject } from "../server/projects/projects.sql.ts";
import { type Expected, Model, type ModelEntity, type ModelSubcategory } from "./model.ts";
import { startApp, type TestApp } from "./start-app.ts";
import { rounds } from "./support/rounds.ts";

type Json = Record<string, unknown>;
/** One request of a random session. `pick` selects the thing it is about, which sometimes does not exist. */
type Operation = { what: What; pick: number; other: number; body: Json; merge: boolean; stale: number };

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.stop());

const one = <T>(...values: T[]) => fc.constantFrom(...values);
const name = one("Phone", "ТЕЛЕФОН", "Straße", "ёлка", "a%b", "Case", "phone case");
const nullable = <T>(values: fc.Arbitrary<T>) =>
  fc.oneof({ weight: 5, arbitrary: values }, { weight: 1, arbitrary: fc.constant(null) });
const partial = (fields: Record<string, fc.Arbitrary<unknown>>) => fc.record(fields, { requiredKeys: [] });
const attributes = fc.array(fc.record({ key: one("a", "b"), value: one("1", "") }), { maxLength: 2 });
const translated = { name, simpleDescription: one("кратко", ""), description: attributes };
const languages = one("ru", "de");

const nodeOptions = {
  visible: nullable(fc.boolean()),
  priority: nullable(one(0, 1, -1, 0.5, 1e-9)),
  img: nullable(one("", "a.png", "https://cdn.example.com/a.webp")),
  translations: nullable(fc.dictionary(languages, partial({ name }), { maxKeys: 2 })),
};
const itemOptions = {
  visible: nullable(fc.boolean()),
  priority: nullable(one(0, 1, -1, 0.5)),
  quantity: nullable(one(0, 1, 2.5)),
  price: nullable(one(0, 0.1, 99.99, 1e21)),
  discount: nullable(one(0, 15, 100)),
  currency: nullable(one("USD", "EUR", "RUB", "GBP", "UAH")),
  imgs: nullable(fc.array(one("a.png", "/b.png"), { maxLength: 2 })),
  tags: nullable(fc.array(one("a", "b", "c"), { maxLength: 3 })),
  badges: nullable(fc.array(one("new", "own"), { maxLength: 2 })),
  simpleDescription: nullable(one("", "short")),
  description: nullable(attributes),
  translations: nullable(fc.dictionary(languages, partial(translated), { maxKeys: 2 })),
};
const mergeTranslations = nullable(
  fc.dictionary(languages, nullable(partial({ name: nullable(name) })), { maxKeys: 2 }),
);
const slug = one("a", "b", "c", "d", "e");

/** The bodies of each operation; a merge patch has different translations. */
const bodies = {
  createCategory: partial(nodeOptions).chain((rest) => name.map((given) => ({ ...rest, name: given }))),
  createSubcategory: partial({ ...nodeOptions, id: slug }).chain((rest) =>
    name.map((given) => ({ ...rest, name: given })),
  ),
  createItem: partial(itemOptions).chain((rest) => name.map((given) => ({ ...rest, name: given }))),
  updateCategory: partial({ ...nodeOptions, name }),
  updateSubcategory: partial({ ...nodeOptions, name, id: slug }),
  moveSubcategory: partial({ name }),
  updateItem: partial({ ...itemOptions, name }),
  moveItem: partial({ name, price: itemOptions.price }),
  bulk: partial({
    discount: itemOptions.discount,
    tags: itemOptions.tags,
    name,
    translations: itemOptions.translations,
  }),
  bulkMove: partial({ price: itemOptions.price }),
  deleteCategory: fc.constant({}),
  deleteSubcategory: fc.constant({}),
  deleteItem: fc.constant({}),
  createComment: partial({ author: nullable(one("Ann", "Bo")), stars: nullable(one(1, 5)) }).map((rest) => ({
    ...rest,
    text: "Hm",
  })),
  updateComment: partial({ author: nullable(one("Ann", "Bo")), stars: nullable(one(1, 5)), text: one("Hm", "Ok") }),
  deleteComment: fc.constant({}),
  readTree: partial({ depth: one(0, 1, 2), lang: one("ru", "de", "en", "xx") }),
  readList: partial({
    search: one("phone", "ТЕЛЕ", "STRASSE", "%", "Елк"),
    visible: fc.boolean(),
    tags: one("a", "a,b"),
    tagsMode: one("any", "all"),
    limit: one(1, 2, 500),
    page: one(1, 2),
    lang: one("ru", "de"),
  }),
  invalid: one<Json>({ price: -1 }, { nmae: "x" }, { name: " " }, { discount: 1.5 }, { translations: { xx: {} } }),
} satisfies Record<string, fc.Arbitrary<Json>>;
type What = keyof typeof bodies;

const weights: Partial<Record<What, number>> = {
  createSubcategory: 5,
  createItem: 6,
  updateItem: 5,
  updateSubcategory: 4,
  moveItem: 3,
  moveSubcategory: 4,
  readList: 3,
  deleteCategory: 1,
};

const operation: fc.Arbitrary<Operation> = fc.oneof(
  ...(Object.keys(bodies) as What[]).map((what) => ({
    weight: weights[what] ?? 2,
    arbitrary: fc.boolean().chain((merge) => {
      const mergeable = what === "updateCategory" || what === "updateSubcategory" || what === "updateItem";
      const body: fc.Arbitrary<Json> =
        merge && mergeable
          ? fc
              .tuple(bodies[what], fc.option(mergeTranslations))
              .map(([{ translations: _, ...rest }, given]) =>
                given === null ? rest : { ...rest, translations: given },
              )
          : bodies[what];
      return fc.record({
        what: fc.constant(what),
        pick: fc.nat(30),
        other: fc.nat(30),
        body,
        merge: fc.constant(merge && mergeable),
        stale: fc.nat(5),
      });
    }),
  })),
);

let sessions = 0;
/** Sessions on one database. */
const sessionsEach = 20;

/** Runs the model and the service in parallel, starting with an empty project. */
class Session {
  readonly #number = ++sessions;
  readonly model = new Model([`m${this.#number}`, `n${this.#number}`]);
  /** Every ETag seen, with the number of changes that its entity had then. */
  readonly #etags = new Map<ModelEntity, { etag: string; changes: number }[]>();

  async start(): Promise<void> {
    await app.db.write(async (tx) => {
      for (const id of this.model.projects) await insertProject(tx, id, id, id);
    });
  }

  async step({ what, pick, other, body: given, merge, stale }: Operation): Promise<void> {
    const { model } = this;
    const body = given.id === undefined ? given : { ...given, id: `${given.id}-${this.#number}` };
    const category = chosen(model.categories, pick);
    const sub = chosen(model.subcategories, pick);
    const item = chosen(model.items, pick);
    const parent = chosen([...model.categories, ...model.subcategories], other);
    const target = chosen(model.subcategories, other);
    const comment = chosen(item?.comments ?? [], other)?.id as string | undefined;
    switch (what) {
      case "createCategory": {
        const project = chosen(model.projects, pick) ?? "nowhere";
        await this.#check("POST", `/api/projects/${project}/categories`, body, (answer) =>
          model.createCategory(project, body, answer.id as string),
        );
        return;
      }
      case "createSubcategory": {
        const path = parent?.kind === "category" ? "categories" : "subcategories";
        await this.#check("POST", `/api/${path}/${parent?.id ?? "nowhere"}/subcategories`, body, (answer) =>
          model.createSubcategory(parent, body, answer.id as string),
        );
        return;
      }
      case "createItem":
        await this.#check("POST", `/api/subcategories/${target?.id ?? "nowhere"}/items`, body, (answer) =>
          model.createItem(target, body, answer.id as string),
        );
        return;
      case "updateCategory":
        return this.#update("categories", category, body, merge, stale);
      case "updateSubcategory":
        return this.#update("subcategories", sub, body, merge, stale);
      case "moveSubcategory":
        return this.#update("subcategories", sub, { ...body, parentId: parent?.id ?? "nowhere" }, merge, stale);
      case "updateItem":
        return this.#update("items", item, body, merge, stale);
      case "moveItem":
        return this.#update("items", item, { ...body, subcategoryId: target?.id ?? "nowhere" }, merge, stale);
      case "bulk":
      case "bulkMove": {
        const ids = [item, chosen(model.items, other), item].map((entry) => entry?.id ?? "nowhere");
        const data = what === "bulk" ? body : { ...body, subcategoryId: target?.id ?? "nowhere" };
        await this.#check("PATCH", "/api/items/bulk", { itemIds: ids, data }, () => model.bulk(ids, data));
        return;
      }
      case "deleteCategory":
        // Rarely, so that the tree can grow.
        return pick % 3 === 0 ? this.#delete("categories", category, stale) : undefined;
      case "deleteSubcategory":
        return this.#delete("subcategories", sub, stale);
      case "deleteItem":
        return this.#delete("items", item, stale);
      case "createComment":
        await this.#check("POST", `/api/items/${item?.id ?? "nowhere"}/comments`, body, (answer) =>
          model.createComment(item, body, answer),
        );
        return;
      case "updateComment":
      case "deleteComment": {
        const path = `/api/items/${item?.id ?? "nowhere"}/comments/${comment ?? "nowhere"}`;
        if (what === "updateComment") {
          await this.#check("PATCH", path, body, () => model.updateComment(item, comment ?? "nowhere", body));
        } else {
          await this.#check("DELETE", path, undefined, () => model.deleteComment(item, comment ?? "nowhere"));
        }
        return;
      }
      case "readTree":
        return this.#readTree(parent, body);
      case "readList":
        return this.#readList(target, body);
      case "invalid":
        await this.#check("PATCH", `/api/items/${item?.id ?? "nowhere"}`, body, () => ({ refused: new Set([400]) }));
        return;
    }
  }

  /** Compares everything in both. */
  async compare(): Promise<void> {
    for (const project of this.model.projects) {
      expect(await this.#get(`/api/projects/${project}/categories`)).toEqual(this.model.trees(project));
    }
    const everything = { page: 1, limit: 500, search: "", visible: undefined, tags: [], all: false };
    for (const sub of this.model.subcategories) {
      const list = await this.#get(`/api/subcategories/${sub.id}/items?limit=500`);
      expect(list).toEqual(this.model.page(sub, everything, []));
    }
    for (const item of this.model.items) {
      expect(await this.#get(`/api/items/${item.id}`)).toEqual(this.model.body(item));
    }
    expect(await app.doctor()).toEqual([]);
  }

  async #update(path: string, entity: ModelEntity | undefined, body: Json, merge: boolean, stale: number) {
    const known = this.#known(entity, stale);
    await this.#check(
      "PATCH",
      `/api/${path}/${entity?.id ?? "nowhere"}`,
      body,
      () => this.model.update(entity, body, merge, known?.changes),
      {
        ...(known ? { "if-match": known.etag } : {}),
        "content-type": merge ? "application/merge-patch+json" : "application/json",
      },
      entity,
    );
  }

  async #delete(path: string, entity: ModelEntity | undefined, stale: number) {
    const known = this.#known(entity, stale);
    await this.#check(
      "DELETE",
      `/api/${path}/${entity?.id ?? "nowhere"}`,
      undefined,
      () => this.model.delete(entity, known?.changes),
      known ? { "if-match": known.etag } : {},
    );
  }

  #known(entity: ModelEntity | undefined, stale: number) {
    const seen = entity ? (this.#etags.get(entity) ?? []) : [];
    return stale === 0 ? undefined : seen.at(-stale);
  }

  async #readTree(node: ModelEntity | undefined, { depth, lang }: Json): Promise<void> {
    if (!node) return;
    const query = new URLSearchParams(JSON.parse(JSON.stringify({ depth, lang })) as Record<string, string>);
    const languages = lang === undefined ? [] : [lang as string];
    const path = node.kind === "category" ? "categories" : "subcategories";
    const levels = (depth as number | undefined) ?? Number.POSITIVE_INFINITY;
    const tree = await this.#get(`/api/${path}/${node.id}?${query}`, node);
    expect(tree).toEqual(this.model.body(node, languages, levels));
    if (node.kind !== "category") return;
    const list = await this.#get(`/api/categories/${node.id}/subcategories?${query}`);
    expect(list).toEqual(this.model.children(node).map((child) => this.model.body(child, languages, levels)));
    const trees = await this.#get(`/api/projects/${node.projectId}/categories?${query}`);
    expect(trees).toEqual(this.model.trees(node.projectId, languages, levels));
  }

  async #readList(sub: ModelSubcategory | undefined, body: Json): Promise<void> {
    if (!sub) return;
    const query = new URLSearchParams(JSON.parse(JSON.stringify(body)) as Record<string, string>);
    const page = await this.#get(`/api/subcategories/${sub.id}/items?${query}`);
    const filter = {
      page: (body.page as number) ?? 1,
      limit: (body.limit as number) ?? 20,
      search: (body.search as string) ?? "",
      visible: body.visible as boolean | undefined,
      tags: ((body.tags as string) ?? "").split(",").filter((tag) => tag !== ""),
      all: body.tagsMode === "all",
    };
    expect(page).toEqual(this.model.page(sub, filter, body.lang === undefined ? [] : [body.lang as string]));
  }

  async #get(path: string, entity?: ModelEntity): Promise<unknown> {
    const response = await fetch(app.url + path);
    expect(response.status).toBe(200);
    if (entity) this.#remember(entity, response);
    return response.json();
  }

  #remember(entity: ModelEntity, response: Response): void {
    const etag = response.headers.get("etag");
    if (etag === null) return;
    const seen = this.#etags.get(entity) ?? [];
    this.#etags.set(entity, [...seen, { etag, changes: entity.changes.length }]);
  }

  async #check(
    method: string,
    path: string,
    body: unknown,
    expected: (answer: Json) => Expected,
    headers: Record<string, string> = {},
    entity?: ModelEntity,
  ): Promise<void> {
    const response = await fetch(app.url + path, {
      method,
      headers: body === undefined ? headers : { "content-type": "application/json", ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    const answer = (text === "" ? {} : JSON.parse(text)) as Json;
    const context = `${method} ${path} ${JSON.stringify(body)} ${JSON.stringify(headers)} answered ${response.status} ${text}`;
    const wanted = expected(answer);
    if ("refused" in wanted) {
      expect([...wanted.refused], context).toContain(response.status);
      return;
    }
    expect(response.status, context).toBe(wanted.status);
    if (wanted.body !== undefined) expect(answer, context).toEqual(wanted.body as Json);
    const touched = entity ?? this.#created(method, answer);
    if (touched) this.#remember(touched, response);
  }

  #created(method: string, answer: Json): ModelEntity | undefined {
    if (method !== "POST") return undefined;
    const { categories, subcategories, items } = this.model;
    return [categories.at(-1), subcategories.at(-1), items.at(-1)].find((entity) => entity?.id === answer.id);
  }
}

/** An element of the list, or sometimes undefined for an unknown id. */
function chosen<T>(list: readonly T[], pick: number): T | undefined {
  return pick === 30 ? undefined : list[pick % Math.max(list.length, 1)];
}

/** Creates a tree first: in a session that starts empty, half of the steps get a 404. */
const opening: Operation[] = [
  ["createCategory", 0],
  ["createCategory", 0],
  ["createCategory", 1],
  ["createSubcategory", 0],
  ["createSubcategory", 1],
  ["createSubcategory", 3],
  ["createSubcategory", 3],
  ["createItem", 1],
  ["createItem", 2],
].map(([what, other]) => ({
  what: what as What,
  pick: other as number,
  other: other as number,
  body: { name: "Case" },
  merge: false,
  stale: 0,
}));

/** MODEL_SESSIONS=10000 runs more sessions. */
const numRuns = Number(process.env.MODEL_SESSIONS ?? rounds(10, 100));

test(
  "the service and the model agree after every step of a random session",
  async () => {
    let steps = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(operation, { minLength: 10, maxLength: 80, size: "max" }), async (operations) => {
        // The doctor checks everything, so the database must not keep growing.
        if (sessions > 0 && sessions % sessionsEach === 0) {
          await app.stop();
          app = await startApp();
        }
        const session = new Session();
        await session.start();
        for (const [index, each] of [...opening, ...operations].entries()) {
          await session.step(each);
          steps++;
          if (index % 16 === 15) await session.compare();
        }
        await session.compare();
      }),
      { numRuns, endOnFailure: process.env.MODEL_SHRINK === undefined },
    );
    expect(steps).toBeGreaterThan(5 * numRuns);
    process.stdout.write(`model: ${sessions} sessions, ${steps} steps\n`);
  },
  Math.max(300_000, numRuns * 1_000),
);
