import type { Endpoints } from "../../contract/endpoints.ts";
import { fold } from "../../contract/fold.ts";
import { limits } from "../../contract/limits.ts";
import type { StaleTranslations, WordsInUse } from "../../contract/search.ts";
import { allow, allowViewIn } from "../access/allow.ts";
import type { Branches, Caller } from "../access/caller.ts";
import { type Answer, json } from "../api/answer.ts";
import { type Call, type Route, route } from "../api/route.ts";
import type { Db, Reader } from "../db/db.ts";
import { confirmTranslation } from "../history/confirm-translation.sql.ts";
import { contentEtag } from "../http/conditional.ts";
import { contentLanguage } from "../http/language.ts";
import { nextLink } from "../http/next-link.ts";
import { notFound } from "../http/problem.ts";
import { inTurns } from "../http/turns.ts";
import { itemEtag, itemFields } from "../items/items.rules.ts";
import { readItem } from "../items/items.sql.ts";
import type { Fields, Kind } from "../log/changes.sql.ts";
import { missing } from "../log/missing.sql.ts";
import { translatedTexts } from "../log/stale-translations.ts";
import type { Translations } from "../log/translations.ts";
import { nodeFields } from "../tree/nodes.ts";
import { categoryById, subcategoryById } from "../tree/tree.sql.ts";
import { find } from "./find.sql.ts";
import { foundItems } from "./item-search.sql.ts";
import { countItems } from "./item-search.ts";
import type { ProjectIndex } from "./project-index.ts";
import type { Ask } from "./questions.ts";
import { translationPage, translationProgress } from "./translations.sql.ts";
import { visibleNode } from "./visible-node.sql.ts";

const defaultWords = 100;
const defaultTexts = 50;

export function searchRoutes(db: Db, ask: Ask): Route[] {
  const words = (id: string, caller: Caller, list: "tags" | "badges", query: WordsQuery): Promise<Answer> =>
    ask(id, caller, async ({ branches, index }) =>
      json(await wordsInUse(index, list, branches, query.prefix ?? "", query.limit ?? defaultWords)),
    );

  const staleThing = (kind: Kind, id: string, caller: Caller): Promise<Answer> =>
    db.read(async (reader) => {
      const { fields, stale } = await visibleThing(reader, kind, id, caller);
      return json(toConfirm(fields, stale));
    });

  const confirm = (kind: Kind, id: string, { body, caller, author, write }: Confirmation) =>
    write(async (tx) => {
      const { key, fields } = await visibleThing(tx, kind, id, caller);
      const stale = await confirmTranslation(tx, kind, key, body, author);
      return { body: JSON.stringify(toConfirm(fields, stale)) };
    });

  return [
    route("searchItems", ({ params, query, languages, caller, request }) =>
      ask(params.projectId, caller, async ({ projectKey, branches, index }) => {
        const { body, rows, shown, nextCursor } = await foundItems(db, index, projectKey, branches, query, languages);
        return {
          body,
          etag: contentEtag(body),
          language: contentLanguage(shown),
          headers: {
            ...(nextCursor !== null && { link: nextLink(request, nextCursor) }),
            ...(query.etags && { "item-etags": rows.map((row) => itemEtag(row, languages)).join(",") }),
          },
        };
      }),
    ),
    route("find", ({ params, query, languages, caller }) =>
      ask(params.projectId, caller, async ({ projectKey, branches, index }) => {
        const { q, limit = limits.defaultLimit } = query;
        const { found, shown } = await find(db, index, projectKey, branches, q, limit, languages);
        return { ...json(found), language: contentLanguage(shown) };
      }),
    ),
    route("getTranslationProgress", ({ params, query, caller }) =>
      ask(params.projectId, caller, async ({ projectKey, branches, index }) => {
        const branch = await branchKey(db, index, projectKey, branches, query.branch);
        return json(await translationProgress(db, index, branches, branch));
      }),
    ),
    route("listTranslations", ({ params, query, caller }) =>
      ask(params.projectId, caller, async ({ projectKey, branches, index }) => {
        const { language, state = "todo", cursor, limit = defaultTexts } = query;
        const branch = await branchKey(db, index, projectKey, branches, query.branch);
        return json(await translationPage(db, index, branches, { language, state, branch, cursor, limit }));
      }),
    ),
    route("categoryStaleTranslations", ({ params, caller }) => staleThing("category", params.categoryId, caller)),
    route("subcategoryStaleTranslations", ({ params, caller }) =>
      staleThing("subcategory", params.subcategoryId, caller),
    ),
    route("itemStaleTranslations", ({ params, caller }) => staleThing("item", params.itemId, caller)),
    route("confirmCategoryTranslation", (given) => confirm("category", given.params.categoryId, given)),
    route("confirmSubcategoryTranslation", (given) => confirm("subcategory", given.params.subcategoryId, given)),
    route("confirmItemTranslation", (given) => confirm("item", given.params.itemId, given)),
    route("listTags", ({ params, query, caller }) => words(params.projectId, caller, "tags", query)),
    route("listBadges", ({ params, query, caller }) => words(params.projectId, caller, "badges", query)),
  ];
}

/** The translations that count only when somebody confirms them, by language and field. */
function toConfirm(fields: Fields, stale: string): StaleTranslations {
  const texts = translatedTexts(fields, fields.translations as Translations, stale).sort((one, other) =>
    `${one.language}.${one.field}` < `${other.language}.${other.field}` ? -1 : 1,
  );
  return {
    stale: texts.flatMap(({ language, field, state, translatedFrom }) =>
      state === "stale" ? { language, field, translatedFrom: translatedFrom as string } : [],
    ),
    copied: texts.flatMap(({ language, field, state }) => (state === "copied" ? { language, field } : [])),
  };
}

type VisibleThing = { key: number; fields: Fields; stale: string };

async function visibleThing(reader: Reader, kind: Kind, id: string, caller: Caller): Promise<VisibleThing> {
  const unseen = () => notFound(kind, id);
  if (kind === "item") {
    const row = await readItem(reader, id);
    if (!row) throw await missing(reader, kind, id, caller);
    await allowViewIn(reader, caller, row.subcategory_key, unseen);
    return { key: row.key, fields: itemFields(row), stale: row.stale };
  }
  const row = await (kind === "category" ? categoryById(reader, id) : subcategoryById(reader, id));
  if (!row) throw await missing(reader, kind, id, caller);
  const node = kind === "category" ? { categoryKey: row.key } : { subcategoryKey: row.key };
  await allow(reader, caller, "view", { projectKey: row.project_key, ...node }, unseen);
  return { key: row.key, fields: nodeFields(row), stale: row.stale };
}

/** The key of a category or subcategory that the caller sees, by its id; 0 without an id. */
async function branchKey(
  db: Db,
  index: ProjectIndex,
  projectKey: number,
  branches: Branches | undefined,
  id: string | undefined,
): Promise<number> {
  if (id === undefined) return 0;
  const key = await db.read((reader) => visibleNode(reader, index.tree, projectKey, branches, id));
  if (key === undefined) throw notFound("subcategory", id);
  return key;
}

type Confirmation = Pick<Call<Endpoints["confirmItemTranslation"]>, "body" | "caller" | "author" | "write">;
type WordsQuery = { prefix?: string | undefined; limit?: number | undefined };

async function wordsInUse(
  index: ProjectIndex,
  list: "tags" | "badges",
  branches: Branches | undefined,
  prefix: string,
  limit: number,
): Promise<WordsInUse> {
  const counts = (await inTurns(countItems(index, list, branches && index.tree.sees(branches)))) as Map<string, number>;
  const start = fold(prefix);
  const found = [...counts].filter(([word]) => start === "" || fold(word).startsWith(start));
  found.sort(([one, ofOne], [other, ofOther]) => ofOther - ofOne || (one < other ? -1 : 1));
  return { words: found.slice(0, limit).map(([word, count]) => ({ word, count })), total: found.length };
}
