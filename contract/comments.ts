import { z } from "zod";
import { commentLists } from "./constants.ts";
import { text } from "./fields.ts";
import { comment } from "./items.ts";
import { limits } from "./limits.ts";
import { languageQuery, wholeNumber } from "./queries.ts";

export const mentionedPerson = z
  .object({ id: z.string(), name: z.string(), displayName: z.string() })
  .meta({ id: "MentionedPerson", examples: [{ id: "mz2k7q1x4a", name: "anna", displayName: "Anna" }] });

export type MentionedPerson = z.infer<typeof mentionedPerson>;

const resolution = z
  .object({ by: z.string(), at: z.string() })
  .meta({ id: "Resolution", examples: [{ by: "anna", at: "2026-05-01T10:00:00.000Z" }] });

export type Resolution = z.infer<typeof resolution>;

const state = {
  resolved: resolution.nullable().meta({ description: "Who resolved the comment, and when; null while it is open." }),
  mentions: z.array(mentionedPerson).meta({ description: "Those whom its text names as `@name`." }),
};

/** What belongs to a comment beside its own fields. */
export const commentState = z.object({ commentId: z.string(), ...state }).meta({ id: "CommentState" });

export type CommentState = z.infer<typeof commentState>;

export const commentStatePatch = z
  .strictObject({ resolved: z.boolean() })
  .meta({ id: "CommentStatePatch", examples: [{ resolved: true }] });

const placeName = z.object({ id: z.string(), name: z.string() }).meta({ id: "PlaceName" });

const listedComment = z
  .object({
    itemId: z.string(),
    itemName: z.string(),
    path: z.array(placeName).meta({ description: "From the category down to the subcategory of the item." }),
    comment,
    ...state,
  })
  .meta({ id: "ListedComment" });

export type ListedComment = z.infer<typeof listedComment>;

export const commentPage = z
  .object({
    comments: z.array(listedComment),
    nextCursor: z.string().nullable().meta({ description: "The `cursor` of the next page; null on the last page." }),
  })
  .meta({ id: "CommentPage", description: "Newest first." });

export type CommentPage = z.infer<typeof commentPage>;

export const commentsQuery = z.object({
  state: z.enum(["open", "resolved"]).optional().meta({ default: "open" }),
  within: z
    .string()
    .max(limits.idLength)
    .optional()
    .meta({ description: "The id of a category or subcategory: only what is below it." }),
  only: z.enum(commentLists).optional().meta({
    description: "`mine`: those that the caller wrote. `mentioning`: those that mention the caller.",
  }),
  cursor: z.string().max(limits.cursorLength).optional(),
  limit: wholeNumber(1, 100, 50),
  lang: languageQuery.shape.lang,
});

export const countsQuery = z.object({
  items: z
    .string()
    .max(limits.listLength)
    .refine((value) => value.split(",").length <= limits.countedItems, {
      message: `must name at most ${limits.countedItems} items`,
      params: { fault: "too_many" },
    })
    .meta({ description: "Ids of items, separated by commas." }),
});

export const openCounts = z
  .object({ counts: z.record(z.string(), z.int()) })
  .meta({ id: "OpenCounts", description: "By the ids of items; those without an open comment are left out." });

export const peopleQuery = z.object({
  search: z
    .string()
    .max(limits.userNameLength)
    .optional()
    .meta({ description: "How the name, the shown name, or a word of it begins." }),
});

export const people = z.array(mentionedPerson);

const notice = z
  .object({
    id: z.string(),
    projectId: z.string(),
    itemId: z.string(),
    itemName: z.string(),
    subcategoryId: z.string(),
    commentId: z.string(),
    text: z.string().meta({ description: "The text of the comment as it is now." }),
    actor: z.string().meta({ description: "Who named the person." }),
    at: z.string(),
    read: z.boolean(),
    resolved: z.boolean().meta({ description: "Whether the comment is resolved by now." }),
  })
  .meta({ id: "Notice" });

export type Notice = z.infer<typeof notice>;

export const noticeList = z
  .object({ notices: z.array(notice), unread: z.int() })
  .meta({ id: "NoticeList", description: `Newest first, at most ${limits.notices}.` });

export const noticesRead = z
  .strictObject({
    ids: z
      .array(text(20))
      .max(limits.notices)
      .optional()
      .meta({ description: "The notices to mark as read; without it, all of them." }),
  })
  .meta({ id: "NoticesRead", examples: [{}] });
