import type { Endpoints } from "../../contract/endpoints.ts";
import type { StaleTranslations } from "../../contract/search.ts";
import { allow, allowViewIn } from "../access/allow.ts";
import type { Caller } from "../access/caller.ts";
import { type Answer, json } from "../api/answer.ts";
import { type Call, type Route, route } from "../api/route.ts";
import type { Db, Reader } from "../db/db.ts";
import { notFound } from "../http/problem.ts";
import { itemFields } from "../items/items.rules.ts";
import { readItem } from "../items/items.sql.ts";
import type { Fields, Kind } from "../log/changes.sql.ts";
import { missing } from "../log/missing.sql.ts";
import { translatedTexts } from "../log/stale-translations.ts";
import type { Translations } from "../log/translations.ts";
import type { Ask, Asked } from "../search/questions.ts";
import { visibleNode } from "../search/visible-node.sql.ts";
import { nodeFields } from "../tree/nodes.ts";
import { categoryById, subcategoryById } from "../tree/tree.sql.ts";
import { confirmTranslation } from "./confirm-translation.sql.ts";
import { translationPage, translationProgress } from "./translations.sql.ts";
import { wordsInUse } from "./used-words.ts";

const defaultWords = 100;
const defaultTexts = 50;

export function translationRoutes(db: Db, ask: Ask): Route[] {
  const words = (list: "tags" | "badges", projectId: string, caller: Caller, query: WordsQuery): Promise<Answer> =>
    ask(projectId, caller, async (asked) =>
      json(await wordsInUse(asked, list, { prefix: query.prefix ?? "", limit: query.limit ?? defaultWords })),
    );

  const staleTexts = (kind: Kind, id: string, caller: Caller): Promise<Answer> =>
    db.read(async (reader) => {
      const { fields, stale } = await visibleRow(reader, kind, id, caller);
      return json(toConfirm(fields, stale));
    });

  const confirm = (kind: Kind, id: string, { body, caller, author, write }: Confirmation) =>
    write(async (tx) => {
      const { key, fields } = await visibleRow(tx, kind, id, caller);
      const stale = await confirmTranslation(tx, { kind, key }, body, author);
      return { body: JSON.stringify(toConfirm(fields, stale)) };
    });

  return [
    route("getTranslationProgress", ({ params, query, caller }) =>
      ask(params.projectId, caller, async (asked) =>
        json(await translationProgress(db, asked, await branchKey(db, asked, query.branch))),
      ),
    ),
    route("listTranslations", ({ params, query, caller }) =>
      ask(params.projectId, caller, async (asked) => {
        const { language, state = "todo", cursor, limit = defaultTexts } = query;
        const branch = await branchKey(db, asked, query.branch);
        return json(await translationPage(db, asked, { language, state, branch, cursor, limit }));
      }),
    ),
    route("categoryStaleTranslations", ({ params, caller }) => staleTexts("category", params.categoryId, caller)),
    route("subcategoryStaleTranslations", ({ params, caller }) =>
      staleTexts("subcategory", params.subcategoryId, caller),
    ),
    route("itemStaleTranslations", ({ params, caller }) => staleTexts("item", params.itemId, caller)),
    route("confirmCategoryTranslation", (given) => confirm("category", given.params.categoryId, given)),
    route("confirmSubcategoryTranslation", (given) => confirm("subcategory", given.params.subcategoryId, given)),
    route("confirmItemTranslation", (given) => confirm("item", given.params.itemId, given)),
    route("listTags", ({ params, query, caller }) => words("tags", params.projectId, caller, query)),
    route("listBadges", ({ params, query, caller }) => words("badges", params.projectId, caller, query)),
  ];
}

type Confirmation = Pick<Call<Endpoints["confirmItemTranslation"]>, "body" | "caller" | "author" | "write">;
type WordsQuery = { prefix?: string | undefined; limit?: number | undefined };

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

type VisibleRow = { key: number; fields: Fields; stale: string };

async function visibleRow(reader: Reader, kind: Kind, id: string, caller: Caller): Promise<VisibleRow> {
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
  { projectKey, branches, index: { tree } }: Asked,
  id: string | undefined,
): Promise<number> {
  if (id === undefined) return 0;
  const key = await db.read((reader) => visibleNode(reader, { tree, projectKey, branches }, id));
  if (key === undefined) throw notFound("subcategory", id);
  return key;
}
