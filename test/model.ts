import { nodeDefaults } from "../contract/categories.ts";
import { itemDefaults } from "../contract/constants.ts";

type Json = Record<string, unknown>;
type Translations = Record<string, Json>;

/** The effect of one change on each field that it wrote. */
type Change = Record<string, { before: unknown; after: unknown }>;

/** An entity with fields and a history. `order` is the order of creation. */
type Entity = { id: string; order: number; fields: Json; changes: Change[]; deleted: boolean };

export type ModelCategory = Entity & { kind: "category"; projectId: string };
export type ModelSubcategory = Entity & { kind: "subcategory"; parent: ModelCategory | ModelSubcategory };
export type ModelItem = Entity & { kind: "item"; parent: ModelSubcategory; comments: Json[] };
export type ModelEntity = ModelCategory | ModelSubcategory | ModelItem;

/** The expected answer: a success with this body, or one of these statuses. */
export type Expected = { status: number; body?: unknown } | { refused: Set<number> };

export type ListFilter = {
  page: number;
  limit: number;
  search: string;
  visible: boolean | undefined;
  tags: string[];
  all: boolean;
};

const byOrder = (a: Entity, b: Entity) =>
  (a.fields.priority as number) - (b.fields.priority as number) || a.order - b.order;

/** The contract in memory, written for readability and not for speed. */
export class Model {
  readonly categories: ModelCategory[] = [];
  readonly subcategories: ModelSubcategory[] = [];
  readonly items: ModelItem[] = [];
  readonly projects: readonly string[];
  #order = 0;

  constructor(projects: readonly string[]) {
    this.projects = projects;
  }

  // Reading

  children = (parent: Entity) => this.subcategories.filter((sub) => sub.parent === parent).sort(byOrder);
  itemsOf = (parent: Entity) => this.items.filter((item) => item.parent === parent).sort(byOrder);

  rootOf(sub: ModelSubcategory): ModelCategory {
    return sub.parent.kind === "category" ? sub.parent : this.rootOf(sub.parent);
  }

  body(entity: ModelEntity, languages: string[] = [], depth = Number.POSITIVE_INFINITY): Json {
    const shown = { id: entity.id, ...structuredClone(entity.fields) };
    const translations = entity.fields.translations as Translations;
    for (const field of ["name", "simpleDescription", "description"]) {
      const language = languages.find((code) => translations[code]?.[field] !== undefined);
      if (language !== undefined) Object.assign(shown, { [field]: translations[language]?.[field] });
    }
    if (entity.kind === "item") {
      return { ...shown, subcategoryId: entity.parent.id, comments: structuredClone(entity.comments) };
    }
    const subcategories = depth > 0 ? this.children(entity).map((child) => this.body(child, languages, depth - 1)) : [];
    if (entity.kind === "category") return { ...shown, projectId: entity.projectId, subcategories };
    const itemCount = this.itemsOf(entity).length;
    const ancestors = { categoryId: this.rootOf(entity).id, parentId: entity.parent.id };
    return { ...shown, ...ancestors, itemCount, hasItems: itemCount > 0, subcategories };
  }

  trees = (projectId: string, languages: string[] = [], depth = Number.POSITIVE_INFINITY) =>
    this.categories
      .filter((category) => category.projectId === projectId)
      .sort(byOrder)
      .map((category) => this.body(category, languages, depth));

  page(sub: ModelSubcategory, filter: ListFilter, languages: string[]): Json {
    const matching = this.itemsOf(sub).filter((item) => {
      const { name, tags, visible } = item.fields as { name: string; tags: string[]; visible: boolean };
      const names = [name, this.body(item, languages).name as string].map(folded);
      const wanted = filter.all ? filter.tags.every.bind(filter.tags) : filter.tags.some.bind(filter.tags);
      return (
        names.some((candidate) => candidate.includes(folded(filter.search))) &&
        (filter.visible === undefined || filter.visible === visible) &&
        (filter.tags.length === 0 || wanted((tag: string) => tags.includes(tag)))
      );
    });
    const start = (filter.page - 1) * filter.limit;
    return {
      items: matching.slice(start, start + filter.limit).map((item) => this.body(item, languages)),
      total: matching.length,
      page: filter.page,
      limit: filter.limit,
      hasMore: start + filter.limit < matching.length,
    };
  }

  // Writing. The service chooses `id`: the model cannot know it.

  createCategory(projectId: string, body: Json, id: string): Expected {
    if (!this.projects.includes(projectId)) return refused(404);
    const category: ModelCategory = { ...this.#entity(id, body, nodeDefaults), kind: "category", projectId };
    this.categories.push(category);
    return { status: 201, body: this.body(category) };
  }

  createSubcategory(parent: ModelCategory | ModelSubcategory | undefined, body: Json, id: string): Expected {
    const errors = new Set<number>();
    if (!parent) return { refused: new Set([400, 404]) };
    if (parent.kind === "subcategory" && this.itemsOf(parent).length > 0) errors.add(400);
    if (body.id !== undefined && this.subcategories.some((sub) => sub.id === body.id)) errors.add(409);
    if (errors.size > 0) return { refused: errors };
    const { id: chosen, ...fields } = body;
    const sub: ModelSubcategory = {
      ...this.#entity((chosen as string | undefined) ?? id, fields, nodeDefaults),
      kind: "subcategory",
      parent,
    };
    this.subcategories.push(sub);
    return { status: 201, body: this.body(sub) };
  }

  createItem(parent: ModelSubcategory | undefined, body: Json, id: string): Expected {
    if (!parent) return refused(404);
    if (this.children(parent).length > 0) return refused(400);
    const item: ModelItem = { ...this.#entity(id, body, itemDefaults), kind: "item", parent, comments: [] };
    this.items.push(item);
    return { status: 201, body: this.body(item) };
  }

  /** `since` is the number of changes that the entity had when it was read; undefined without If-Match. */
  update(entity: ModelEntity | undefined, patch: Json, merge: boolean, since?: number): Expected {
    if (!entity) return refused(404);
    const { written, next, errors } = this.#planned(entity, patch, merge);
    if (since !== undefined) {
      const theirs = changedSince(entity, since);
      if (Object.keys(written).some((field) => theirs.has(field))) errors.add(412);
    }
    if (errors.size > 0) return { refused: errors };
    next();
    record(entity, written);
    return { status: 200, body: this.body(entity) };
  }

  bulk(ids: readonly string[], patch: Json): Expected {
    const items = [...new Set(ids)].map((id) => this.items.find((item) => item.id === id));
    if (items.includes(undefined)) return refused(404);
    const plans = (items as ModelItem[]).map((item) => ({ item, ...this.#planned(item, patch, false) }));
    const errors = new Set(plans.flatMap((plan) => [...plan.errors]));
    if (errors.size > 0) return { refused: errors };
    for (const { item, next, written } of plans) {
      next();
      record(item, written);
    }
    return { status: 204 };
  }

  delete(entity: ModelEntity | undefined, since?: number): Expected {
    if (!entity) return refused(404);
    if (since !== undefined && changedSince(entity, since).size > 0) return refused(412);
    this.#remove(entity);
    return { status: 204 };
  }

  createComment(item: ModelItem | undefined, body: Json, answer: Json): Expected {
    if (!item) return refused(404);
    const comment = { id: answer.id, ...withoutNull(body), createdAt: answer.createdAt };
    this.#setComments(item, [...item.comments, comment]);
    return { status: 201, body: comment };
  }

  updateComment(item: ModelItem | undefined, id: string, patch: Json): Expected {
    const index = item?.comments.findIndex((comment) => comment.id === id) ?? -1;
    if (!item || index < 0) return refused(404);
    const before = item.comments[index] as Json;
    const after = withoutNull({ ...before, ...patch });
    this.#setComments(item, item.comments.with(index, after));
    return { status: 200, body: after };
  }

  deleteComment(item: ModelItem | undefined, id: string): Expected {
    const index = item?.comments.findIndex((comment) => comment.id === id) ?? -1;
    if (!item || index < 0) return refused(404);
    this.#setComments(item, item.comments.toSpliced(index, 1));
    return { status: 204 };
  }

  #setComments(item: ModelItem, comments: Json[]): void {
    if (!Bun.deepEquals(item.comments, comments))
      record(item, { comments: { before: item.comments, after: comments } });
    item.comments = comments;
  }

  #entity(id: string, body: Json, defaults: Json): Entity {
    const fields: Json = { ...structuredClone(defaults), ...structuredClone(withoutNull(body)) };
    return { id, order: this.#order++, fields, changes: [], deleted: false };
  }

  /** What a PATCH would write, what prevents it, and the function that applies it. */
  #planned(entity: ModelEntity, patch: Json, merge: boolean) {
    const { id, parentId, subcategoryId, ...sent } = patch;
    const defaults: Json = entity.kind === "item" ? itemDefaults : nodeDefaults;
    const errors = new Set<number>();
    const written: Change = {};
    const fields: Json = {};
    for (const [field, value] of Object.entries(sent)) {
      if (field === "translations") {
        const before = entity.fields.translations as Translations;
        const after = value === null ? {} : merge ? merged(before, value as never) : (value as Translations);
        const differences = differing(before, after);
        if (Object.keys(differences).length > 0) fields.translations = structuredClone(after);
        Object.assign(written, differences);
        continue;
      }
      const next = value === null ? defaults[field] : value;
      if (Bun.deepEquals(next, entity.fields[field])) continue;
      fields[field] = structuredClone(next);
      written[field] = { before: entity.fields[field], after: next };
    }
    if (id !== undefined && id !== entity.id) {
      written.id = { before: entity.id, after: id };
      if (this.subcategories.some((sub) => sub.id === id)) errors.add(409);
    }
    const target = (parentId ?? subcategoryId) as string | undefined;
    let parent: ModelCategory | ModelSubcategory | undefined;
    if (target !== undefined && entity.kind !== "category" && target !== entity.parent.id) {
      written[entity.kind === "item" ? "subcategoryId" : "parentId"] = { before: entity.parent.id, after: target };
      parent = this.#newParent(entity, target, errors);
    }
    const next = () => {
      Object.assign(entity.fields, fields);
      if (id !== undefined) entity.id = id as string;
      if (parent && entity.kind !== "category") entity.parent = parent as ModelSubcategory;
    };
    return { written, errors, next };
  }

  #newParent(entity: ModelSubcategory | ModelItem, target: string, errors: Set<number>) {
    const candidates = entity.kind === "item" ? this.subcategories : [...this.subcategories, ...this.categories];
    const parent = candidates.find((candidate) => candidate.id === target);
    if (!parent) {
      errors.add(404);
      return undefined;
    }
    const projectOf = (node: ModelCategory | ModelSubcategory) =>
      (node.kind === "category" ? node : this.rootOf(node)).projectId;
    if (projectOf(parent) !== projectOf(entity.parent)) errors.add(400);
    if (entity.kind === "item" && this.children(parent).length > 0) errors.add(400);
    if (entity.kind === "subcategory" && this.itemsOf(parent).length > 0) errors.add(400);
    for (let above: Entity = parent; ; above = (above as ModelSubcategory).parent) {
      if (above === entity) errors.add(400);
      if ((above as ModelEntity).kind === "category") break;
    }
    return parent;
  }

  #remove(entity: ModelEntity): void {
    for (const child of this.subcategories.filter((sub) => sub.parent === entity)) this.#remove(child);
    for (const item of this.items.filter((candidate) => candidate.parent === entity)) this.#remove(item);
    const list: Entity[] =
      entity.kind === "category" ? this.categories : entity.kind === "item" ? this.items : this.subcategories;
    list.splice(list.indexOf(entity), 1);
    entity.deleted = true;
  }
}

const refused = (...statuses: number[]): Expected => ({ refused: new Set(statuses) });

const withoutNull = (body: Json): Json =>
  Object.fromEntries(Object.entries(body).filter(([, value]) => value !== null));

const folded = (text: string) => text.toLowerCase().replaceAll("ё", "е").replaceAll("ß", "ss");

function merged(before: Translations, patch: Record<string, Json | null>): Translations {
  const after: Translations = structuredClone(before);
  for (const [language, fields] of Object.entries(patch)) {
    const next = fields === null ? {} : withoutNull({ ...after[language], ...fields });
    if (Object.keys(next).length > 0) after[language] = next;
    else delete after[language];
  }
  return after;
}

function record(entity: Entity, written: Change): void {
  if (Object.keys(written).length > 0) entity.changes.push(written);
}

/** The fields whose values differ from then: a field that was changed back is not a conflict. */
function changedSince(entity: Entity, since: number): Set<string> {
  const changed = new Set<string>();
  const later = entity.changes.slice(since);
  for (const field of new Set(later.flatMap((change) => Object.keys(change)))) {
    const before = later.find((change) => field in change)?.[field]?.before;
    const after = later.findLast((change) => field in change)?.[field]?.after;
    // A language without any field has nothing that a write could lose.
    if (/^translations\.[a-z]{2}$/.test(field)) continue;
    if (!Bun.deepEquals(before, after)) changed.add(field);
  }
  return changed;
}

/** The fields that differ, and languages without any field that were added or removed. */
function differing(before: Translations, after: Translations): Change {
  const found: Change = {};
  for (const language of new Set([...Object.keys(before), ...Object.keys(after)])) {
    const [old, now] = [before[language], after[language]];
    for (const field of new Set([...Object.keys(old ?? {}), ...Object.keys(now ?? {})])) {
      if (Bun.deepEquals(old?.[field], now?.[field])) continue;
      found[`translations.${language}.${field}`] = { before: old?.[field] ?? null, after: now?.[field] ?? null };
    }
    const empty = Object.keys(old ?? now ?? {}).length === 0;
    if (empty && (old === undefined) !== (now === undefined)) {
      found[`translations.${language}`] = { before: old ?? null, after: now ?? null };
    }
  }
  return found;
}
