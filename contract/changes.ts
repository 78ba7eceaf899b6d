import { z } from "zod";
import { changeActions, changeKinds } from "./constants.ts";
import { limits } from "./limits.ts";
import { flag, wholeNumber } from "./queries.ts";

const changeSetId = z.string().meta({
  description:
    "Binds everything that one request changed; what `POST /api/changes/{changeSetId}/undo` takes. Every answer to " +
    "a write that changed something carries it in the header `Change-Set`. A folded entry has `first..last`, which stands for all its saves.",
  examples: ["mz2k7q1x4a0bk3w9r2t1"],
});
const id = z.string().meta({ description: "The public id, as it was when the change was made." });
const name = z.string().meta({ description: "The name of the thing, now or when it was last seen." });
const instant = z.iso.datetime();

/** One field, before and after. */
const fieldDiff = z
  .object({
    field: z.string().meta({
      description:
        "The name of the field; a translated one as `translations.ru.name`, a comment as `comments.ID`, a move as " +
        "`parentId` or `subcategoryId`.",
    }),
    before: z.unknown().meta({ description: "null for what was not there." }),
    between: z
      .array(z.unknown())
      .optional()
      .meta({
        description:
          "Where the entry is several saves: what stood there in between, oldest first. Of many saves, or long ones, the last; " +
          "`folded=false` shows each.",
      }),
    after: z.unknown().meta({ description: "null for what is no longer there." }),
    summary: z.string().meta({ description: "The difference in a line, for people.", examples: ["price: 499 → 449"] }),
  })
  .meta({ id: "FieldDiff" });

export type FieldDiff = z.infer<typeof fieldDiff>;

const historyEntry = z
  .object({
    changeSetId,
    kind: z.enum(changeKinds),
    action: z.enum(changeActions),
    id,
    name,
    actor: z.string(),
    at: instant.meta({ description: "When; of several saves, the last." }),
    firstAt: instant.meta({ description: "Of several saves, the first." }),
    saves: z.int().min(1).meta({
      description: "Consecutive saves of one field by one person within a minute are shown as one entry.",
    }),
    things: z.int().min(1).meta({
      description: "How many things the same request changed in the same way; `id` and `fields` show one of them.",
    }),
    undo: z.literal(true).optional().meta({ description: "It took something back." }),
    fields: z.array(fieldDiff).meta({ description: "What changed; empty for what was created, deleted or restored." }),
    partOf: z
      .object({ kind: z.enum(changeKinds), id: z.string() })
      .optional()
      .meta({ description: "It went together with this, which was deleted." }),
    summary: z.string(),
  })
  .meta({ id: "HistoryEntry" });

export type HistoryEntry = z.infer<typeof historyEntry>;

const nextCursor = z.string().nullable().meta({ description: "Continues the list; null at its end." });

export const historyPage = z
  .object({
    entries: z.array(historyEntry).meta({ description: "Newest first." }),
    nextCursor,
    complete: z.boolean().meta({ description: "False when older changes have been removed by the retention." }),
  })
  .meta({ id: "HistoryPage" });

export type HistoryPage = z.infer<typeof historyPage>;

const keptReasons = [
  "changed_since",
  "deleted_since",
  "has_content",
  "id_taken",
  "parent_gone",
  "parent_holds_items",
  "parent_holds_subcategories",
  "below_itself",
  "expired",
] as const;

const undoneChange = z
  .object({
    kind: z.enum(changeKinds),
    id: z.string().meta({ description: "The public id after the undo; of something deleted, its last." }),
    name,
    action: z.enum(["update", "delete", "restore"]).meta({ description: "What the undo did to it." }),
    fields: z.array(fieldDiff).meta({ description: "What the undo changed; `after` is what stands there again." }),
    subcategories: z.int().min(0).meta({ description: "Subcategories below that went or came back with it." }),
    items: z.int().min(0).meta({ description: "Items below that went or came back with it." }),
    summary: z.string(),
  })
  .meta({ id: "UndoneChange" });

export type UndoneChange = z.infer<typeof undoneChange>;

const keptChange = z
  .object({
    kind: z.enum(changeKinds),
    id: z.string(),
    name,
    field: z.string().nullable().meta({ description: "null where the thing as a whole stays as it is." }),
    reason: z.enum(keptReasons),
    now: z.unknown().meta({ description: "What stands in the field now." }),
    actor: z.string().nullable().meta({ description: "Who changed it since, where that is the reason." }),
    at: instant.nullable(),
    detail: z.string(),
  })
  .meta({ id: "KeptChange" });

export type KeptChange = z.infer<typeof keptChange>;

export const undoResult = z
  .object({
    changeSetId: z
      .string()
      .nullable()
      .meta({ description: "The undo as a change of its own, to be undone in turn; null when nothing was written." }),
    dryRun: z.boolean(),
    undone: z.array(undoneChange),
    kept: z.array(keptChange).meta({ description: "What was changed again since, or cannot go back; it stays." }),
  })
  .meta({ id: "UndoResult" });

export type UndoResult = z.infer<typeof undoResult>;

const trashEntry = z
  .object({
    changeSetId,
    kind: z.enum(changeKinds),
    id: z.string(),
    name,
    actor: z.string(),
    deletedAt: instant,
    restorableUntil: instant,
    subcategories: z.int().min(0).meta({ description: "Subcategories that were deleted with it." }),
    items: z.int().min(0).meta({ description: "Items that were deleted with it." }),
  })
  .meta({ id: "TrashEntry" });

export type TrashEntry = z.infer<typeof trashEntry>;

export const trashPage = z.object({ entries: z.array(trashEntry), nextCursor }).meta({ id: "TrashPage" });

export type TrashPage = z.infer<typeof trashPage>;

export const address = z
  .object({
    path: z.string().meta({ examples: ["/mz2k7q1x4a0bk3w9r2t1/phones/mz2k7q1x4a0bk3w9r2t2"] }),
    kind: z.enum(changeKinds),
    id: z.string().meta({ description: "The id of what lives there: the last segment." }),
    ids: z.array(z.string()).meta({ description: "All segments, the category first." }),
    moved: z.boolean().meta({ description: "The path that was asked for is an old one." }),
  })
  .meta({ id: "Address" });

export type Address = z.infer<typeof address>;

const cursor = z
  .string()
  .max(limits.cursorLength)
  .optional()
  .meta({ description: "The `nextCursor` of the page before." });
const limit = wholeNumber(1, limits.maxLimit, limits.historyLimit);

const moment = (description: string) =>
  z
    .string()
    .refine((value) => !Number.isNaN(Date.parse(value)), {
      message: "must be a date or a time, as 2026-05-01 or 2026-05-01T10:00:00Z",
      params: { fault: "not_allowed" },
    })
    .transform((value) => Date.parse(value))
    .optional()
    .meta({ type: "string", format: "date-time", description });

const changeFilters = {
  actor: z.string().max(limits.authorLength).optional().meta({ description: "Changes that this one made." }),
  action: z.enum(changeActions).optional(),
  since: moment("Changes made at or after this time."),
  until: moment("Changes made before this time."),
  field: z
    .string()
    .max(limits.idLength)
    .optional()
    .meta({ description: "Changes of this field; `translations` and `translations.ru` take all below them." }),
  text: z.string().max(limits.searchLength).optional().meta({
    description: "Part of the name of what was changed, or of a value before or after; case does not matter.",
  }),
};

export const trashQuery = z.object({ cursor, limit });

const folded = flag.meta({
  type: "boolean",
  description: "false: every save of every thing is an entry of its own.",
});

export const historyQuery = z.object({ ...changeFilters, folded, cursor, limit });

export const changesQuery = z.object({ kind: z.enum(changeKinds).optional(), ...changeFilters, folded, cursor, limit });

export const undoQuery = z.object({
  dryRun: flag.meta({ type: "boolean", description: "true: nothing is written; the answer shows what would be." }),
});

export const resolveQuery = z.object({
  path: z
    .string()
    .min(1)
    .meta({
      description: "An address of the marketplace front end, old or new: /{categoryId}/{sub1}/.../{itemId}.",
      examples: ["/mz2k7q1x4a0bk3w9r2t1/smartphones/mz2k7q1x4a0bk3w9r2t2"],
    }),
});
