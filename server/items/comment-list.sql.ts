import type { CommentPage, ListedComment, Notice } from "../../contract/comments.ts";
import { limits } from "../../contract/limits.ts";
import { branchesBelow, sees } from "../access/allow.ts";
import type { Caller } from "../access/caller.ts";
import { nodeById } from "../access/places.sql.ts";
import type { Reader } from "../db/db.ts";
import { composed, sql, type Value } from "../db/sql.ts";
import { type Languages, nameIn, shownTranslation } from "../http/language.ts";
import { badCursor, invalid } from "../http/problem.ts";
import { mentionsOf } from "../notices/notices.sql.ts";
import { resolutionOfRow, type StateRow, shownPerson } from "./comment-states.sql.ts";
import { detailsOf } from "./items.rules.ts";

type Condition = { text: string; values: (Value | readonly Value[])[] };

/** Items in these categories and subcategories, or anywhere below them. */
const inBranches = (nodes: readonly number[]): Condition => ({
  text: `i.subcategory_key in (
      with recursive below (link) as (
        select key from subcategories where key in (?) or category_key in (?)
        union
        select s.key from below join subcategories s on s.parent_key = link
      )
      select link from below
    )`,
  values: [nodes, nodes],
});

/** What a caller with grants for branches only sees of a project; undefined for all of it. */
async function seenBranches(reader: Reader, caller: Caller, projectKey: number): Promise<Condition | undefined> {
  const branches = await branchesBelow(reader, caller, { projectKey });
  return branches && inBranches([...branches.granted]);
}

type ListRow = StateRow & {
  key: number;
  created_at: string;
  item_key: number;
  item_id: string;
  item_name: string;
  details: Uint8Array;
  subcategory_key: number;
};

export type CommentList = {
  state: "open" | "resolved";
  within: string | undefined;
  only: "mine" | "mentioning" | undefined;
  cursor: string | undefined;
  limit: number;
};

/** The comments of a project that the caller sees, newest first. */
export async function commentsOfProject(
  reader: Reader,
  projectKey: number,
  { state, within, only, cursor, limit }: CommentList,
  { caller, languages }: { caller: Caller; languages: Languages },
): Promise<{ page: CommentPage; shown: Set<string> }> {
  const conditions = [
    { text: "c.project_key = ?", values: [projectKey] },
    { text: `c.resolved_at is ${state === "open" ? "null" : "not null"} and c.removed_at is null`, values: [] },
    await seenBranches(reader, caller, projectKey),
    within === undefined ? undefined : inBranches([await visibleNodeKey(reader, projectKey, within, caller)]),
    only && (only === "mine" ? writtenBy(caller) : mentioning(caller)),
    cursor === undefined ? undefined : before(cursor),
  ].filter((condition): condition is Condition => condition !== undefined);
  const rows = await reader.all<ListRow>(
    composed(
      `select c.key, c.created_at, c.comment_id, c.resolved_by, c.resolved_at, i.key as item_key, i.id as item_id,
          i.name as item_name, i.details, i.subcategory_key
        from comment_states c join items i on i.key = c.item_key
        where ${conditions.map(({ text }) => text).join(" and ")} order by c.created_at desc, c.key desc limit ?`,
      [...conditions.flatMap(({ values }) => values), limit + 1],
    ),
  );
  const page = rows.slice(0, limit);
  const last = rows.length > limit ? page.at(-1) : undefined;
  const shown = new Set<string>();
  const comments = await listed(reader, page, languages, shown);
  const nextCursor = last ? `${Date.parse(last.created_at).toString(36)}-${last.key.toString(36)}` : null;
  return { page: { comments, nextCursor }, shown };
}

const writtenBy = ({ actor }: Caller): Condition => ({ text: "c.actor = ?", values: [actor] });

const mentioning = ({ holder }: Caller): Condition => ({
  text: `exists (select 1 from mentions m where m.item_key = c.item_key and m.comment_id = c.comment_id and m.user_key = ?)`,
  values: [holder?.kind === "user" ? holder.key : 0],
});

function before(cursor: string): Condition {
  const [, at = "", key = ""] = /^([0-9a-z]{1,9})-([0-9a-z]{1,10})$/.exec(cursor) ?? [];
  if (at === "") throw badCursor();
  const createdAt = new Date(Number.parseInt(at, 36)).toISOString();
  return { text: "(c.created_at, c.key) < (?, ?)", values: [createdAt, Number.parseInt(key, 36)] };
}

async function visibleNodeKey(reader: Reader, projectKey: number, id: string, caller: Caller): Promise<number> {
  const node = await nodeById(reader, id);
  if (node?.project_key === projectKey) {
    // A key is that of a category or of a subcategory, and the other one then finds nothing.
    const place = { projectKey, categoryKey: node.key, subcategoryKey: node.key };
    if (await sees(reader, caller, place)) return node.key;
  }
  const message = "is not the id of a category or subcategory of this project";
  throw invalid("invalid_query", [{ pointer: "/within", code: "not_allowed", message }]);
}

async function listed(
  reader: Reader,
  rows: readonly ListRow[],
  languages: Languages,
  shown: Set<string>,
): Promise<ListedComment[]> {
  const leaves = [...new Set(rows.map(({ subcategory_key }) => subcategory_key))];
  const paths = await pathsTo(reader, leaves, languages, shown);
  const items = new Map<number, Awaited<ReturnType<typeof commentsIn>>>();
  const found: ListedComment[] = [];
  for (const row of rows) {
    const item = items.get(row.item_key) ?? (await commentsIn(reader, row));
    items.set(row.item_key, item);
    const comment = item.comments.get(row.comment_id);
    if (!comment) continue;
    found.push({
      itemId: row.item_id,
      itemName: item.name(languages, shown) ?? row.item_name,
      path: paths.get(row.subcategory_key) ?? [],
      comment,
      resolved: resolutionOfRow(row),
      mentions: (item.mentions.get(row.comment_id) ?? []).map(shownPerson),
    });
  }
  return found;
}

async function commentsIn(reader: Reader, row: Pick<ListRow, "item_key" | "details">) {
  const { comments, translations } = detailsOf(row);
  return {
    name: (languages: Languages, shown: Set<string>) =>
      shownTranslation<"name", string>(translations, languages, "name", shown),
    comments: new Map(comments.map((comment) => [comment.id, comment])),
    mentions: Map.groupBy(await mentionsOf(reader, row.item_key), ({ comment_id }) => comment_id),
  };
}

type PathRow = { leaf: number; id: string; name: string; translations: string };

/** The names from the category down to each subcategory; of a deep path, the nearest ones. */
async function pathsTo(
  reader: Reader,
  leaves: readonly number[],
  languages: Languages,
  shown: Set<string>,
): Promise<Map<number, { id: string; name: string }[]>> {
  const paths = new Map<number, { id: string; name: string }[]>();
  if (leaves.length === 0) return paths;
  const rows = await reader.all<PathRow>(
    composed(
      `with recursive above (leaf, link, next, category, depth) as (
          select key, key, parent_key, category_key, 1 from subcategories where key in (?)
          union all
          select leaf, s.key, s.parent_key, s.category_key, depth + 1
            from above join subcategories s on s.key = next where depth < ?
        )
        select leaf, s.id, s.name, s.translations, depth from above join subcategories s on s.key = link
        union all
        select leaf, c.id, c.name, c.translations, depth + 1 from above join categories c on c.key = category where next is null
        order by depth desc`,
      [leaves, limits.foundPath],
    ),
  );
  for (const row of rows) {
    const place = { id: row.id, name: nameIn(row, languages, shown) };
    paths.set(row.leaf, [...(paths.get(row.leaf) ?? []), place]);
  }
  return paths;
}

/** The numbers of open comments, by the ids of items. */
export async function openCounts(
  reader: Reader,
  projectKey: number,
  itemIds: readonly string[],
  caller: Caller,
): Promise<Record<string, number>> {
  const seen = await seenBranches(reader, caller, projectKey);
  const rows = await reader.all<{ id: string; open: number }>(
    composed(
      `select i.id, count(*) as open from items i join comment_states c on c.item_key = i.key
        where i.id in (?) and c.project_key = ? and c.resolved_at is null and c.removed_at is null
          ${seen ? `and ${seen.text}` : ""} group by i.id`,
      [itemIds, projectKey, ...(seen?.values ?? [])],
    ),
  );
  return Object.fromEntries(rows.map(({ id, open }) => [id, open]));
}

type NoticeRow = {
  key: number;
  comment_id: string;
  actor: string;
  at: number;
  read_at: number | null;
  resolved_at: number | null;
  item_key: number;
  item_id: string;
  item_name: string;
  details: Uint8Array;
  subcategory_key: number;
  subcategory_id: string;
  project_key: number;
  project_id: string;
};

/** The notices of a person about comments that exist and that they may still see, newest first. */
export async function noticesOf(reader: Reader, userKey: number, caller: Caller): Promise<Notice[]> {
  const rows = await reader.all<NoticeRow>(
    sql`select n.key, n.comment_id, n.actor, n.at, n.read_at, c.resolved_at, i.key as item_key, i.id as item_id,
        i.name as item_name, i.details, i.subcategory_key, s.id as subcategory_id, c.project_key, p.id as project_id
      from notices n join comment_states c on c.item_key = n.item_key and c.comment_id = n.comment_id
        join items i on i.key = n.item_key join subcategories s on s.key = i.subcategory_key
        join projects p on p.key = c.project_key
      where n.user_key = ${userKey} and c.removed_at is null order by n.key desc limit ${limits.notices}`,
  );
  const notices: Notice[] = [];
  for (const row of rows) {
    const { project_key: projectKey, subcategory_key: subcategoryKey } = row;
    if (!(await sees(reader, caller, { projectKey, subcategoryKey }))) continue;
    const comment = detailsOf(row).comments.find(({ id }) => id === row.comment_id);
    if (!comment) continue;
    notices.push({
      id: String(row.key),
      projectId: row.project_id,
      itemId: row.item_id,
      itemName: row.item_name,
      subcategoryId: row.subcategory_id,
      commentId: row.comment_id,
      text: comment.text,
      actor: row.actor,
      at: new Date(row.at).toISOString(),
      read: row.read_at !== null,
      resolved: row.resolved_at !== null,
    });
  }
  return notices;
}
