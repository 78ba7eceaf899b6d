import { limits } from "../../contract/limits.ts";
import { allow, allowViewIn } from "../access/allow.ts";
import type { Caller } from "../access/caller.ts";
import { peopleWhoSee } from "../access/people.sql.ts";
import { writeAs } from "../access/write-as.ts";
import { json } from "../api/answer.ts";
import { type Route, route } from "../api/route.ts";
import type { Db, Reader } from "../db/db.ts";
import { contentLanguage } from "../http/language.ts";
import { notFound, Problem } from "../http/problem.ts";
import { missing } from "../log/missing.sql.ts";
import { markRead } from "../notices/notices.sql.ts";
import { projectFor } from "../projects/projects.sql.ts";
import { commentsOfProject, noticesOf, openCounts } from "./comment-list.sql.ts";
import { commentStates, setResolved, shownPerson } from "./comment-states.sql.ts";
import { createComment, deleteComment, updateComment } from "./comments.sql.ts";
import { placeOfItem, readItem } from "./items.sql.ts";
import { beginsWith } from "./mentions.rules.ts";

/** The key of the person who asks. */
function ownKey({ holder }: Caller): number {
  if (holder) return holder.key;
  throw new Problem("access_is_open", "Nobody signs in to this service, so nobody has notices.");
}

async function noticeList(reader: Reader, caller: Caller) {
  const notices = await noticesOf(reader, ownKey(caller), caller);
  return json({ notices, unread: notices.filter(({ read }) => !read).length });
}

export function commentRoutes(db: Db, now: () => number): Route[] {
  return [
    route("createComment", ({ params, body, author, write }) =>
      write(async (tx) => ({ body: JSON.stringify(await createComment(tx, params.itemId, body, author)) })),
    ),
    route("updateComment", ({ params, body, precondition, author, write }) =>
      write(async (tx) => ({
        body: JSON.stringify(await updateComment(tx, params, { fields: body, precondition }, author)),
      })),
    ),
    route("deleteComment", ({ params, precondition, author, write }) =>
      write(async (tx) => {
        await deleteComment(tx, params, precondition, author);
        return undefined;
      }),
    ),
    route("listCommentStates", ({ params, caller }) =>
      db.read(async (reader) => {
        const row = await readItem(reader, params.itemId);
        if (!row) throw await missing(reader, "item", params.itemId, caller);
        await allowViewIn(reader, caller, row.subcategory_key, () => notFound("item", params.itemId));
        return json(await commentStates(reader, row.key));
      }),
    ),
    route("setCommentState", ({ params, body, author, write }) =>
      write(async (tx) => ({
        body: JSON.stringify(await setResolved(tx, params, body.resolved, author)),
      })),
    ),
    route("listPeople", ({ params, query, caller }) =>
      db.read(async (reader) => {
        const row = await readItem(reader, params.itemId);
        if (!row) throw await missing(reader, "item", params.itemId, caller);
        await allow(reader, caller, "edit", placeOfItem(row), () => notFound("item", params.itemId));
        if (!caller.holder) return json([]);
        const search = (query.search ?? "").normalize("NFKC").toLowerCase();
        const people = (await peopleWhoSee(reader, placeOfItem(row))).filter((person) => beginsWith(person, search));
        return json(people.slice(0, limits.peopleShown).map(shownPerson));
      }),
    ),
    route("listComments", ({ params, query, languages, caller }) =>
      db.read(async (reader) => {
        const { state = "open", within, only, cursor, limit = 50 } = query;
        const { key: projectKey } = await projectFor(reader, params.projectId, caller);
        const list = { state, within, only, cursor, limit };
        const { page, shown } = await commentsOfProject(reader, projectKey, list, { caller, languages });
        return { ...json(page), language: contentLanguage(shown) };
      }),
    ),
    route("countOpenComments", ({ params, query, caller }) =>
      db.read(async (reader) => {
        const { key: projectKey } = await projectFor(reader, params.projectId, caller);
        return json({ counts: await openCounts(reader, projectKey, query.items.split(","), caller) });
      }),
    ),
    route("listNotices", ({ caller }) => db.read((reader) => noticeList(reader, caller))),
    route("markNoticesRead", ({ body, caller }) =>
      writeAs(db, caller, async (tx) => {
        const keys = body.ids?.map(Number).filter(Number.isSafeInteger);
        await markRead(tx, ownKey(caller), keys, now());
        return noticeList(tx, caller);
      }),
    ),
  ];
}
