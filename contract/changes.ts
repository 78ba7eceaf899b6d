import { z } from "zod";
import { changeActions, changeKinds } from "./constants.ts";
import { limits } from "./limits.ts";
import { flag, wholeNumber } from "./queries.ts";

const changeSetId = z.string().meta({
  description:
    "Identifies everything that one request changed. Pass it to `POST /api/changes/{changeSetId}/undo`. The response to " +
    "a write that changed something has it in the header `Change-Set`. A folded entry has `first..last`, which covers all its saves.",
  examples: ["mz2k7q1x4a0bk3w9r2t1"],
});
const id = z.string().meta({ description: "The public id at the time of the change." });
const name = z.string().meta({ description: "The current name of the thing, or its last name if it was deleted." });
const instant = z.iso.datetime();

/** One field, before and after. */
const fieldDiff = z
  .object({
    field: z.string().meta({
      description:
        "The name of the field: `translations.ru.name` for a translated field, `comments.ID` for a comment, and for a move " +
        "`parentId` or `subcategoryId`.",
    }),
    before: z.unknown().meta({ description: "null if there was no value." }),
    between: z
      .array(z.unknown())
      .optional()
      .meta({
        description:
          "For an entry of several saves: the values in between, oldest first. Only the last ones if there are many or they are long; " +
          "`folded=false` shows every save.",
      }),
    after: z.unknown().meta({ description: "null if there is no value any more." }),
    summary: z
      .string()
      .meta({ description: "The difference in one line, for display.", examples: ["price: 499 → 449"] }),
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
    at: instant.meta({ description: "The time of the change; for several saves, of the last one." }),
    firstAt: instant.meta({ description: "For several saves, the time of the first one." }),
    saves: z.int().min(1).meta({
      description:
        "How many saves the entry covers. Consecutive saves of one field by one user within a minute are one entry.",
    }),
    things: z.int().min(1).meta({
      description:
        "How many things the same request changed in the same way, or an import in any way; `id` and `fields` show one of them.",
    }),
    undo: z.literal(true).optional().meta({ description: "True if the change was an undo." }),
    fields: z
      .array(fieldDiff)
      .meta({ description: "The fields that changed; empty if the thing was created, deleted or restored." }),
    partOf: z
      .object({ kind: z.enum(changeKinds), id: z.string() })
      .optional()
      .meta({ description: "The thing whose deletion also deleted this one." }),
    summary: z.string(),
  })
  .meta({ id: "HistoryEntry" });

export type HistoryEntry = z.infer<typeof historyEntry>;

const nextCursor = z.string().nullable().meta({ description: "The `cursor` of the next page; null on the last page." });

export const historyPage = z
  .object({
    entries: z.array(historyEntry).meta({ description: "Newest first." }),
    nextCursor,
    complete: z
      .boolean()
      .meta({ description: "False if older changes were removed because they are past the retention period." }),
  })
  .meta({ id: "HistoryPage" });

export type HistoryPage = z.infer<typeof historyPage>;

const keptReasons = [
  "changed_since",
  "deleted_since",
  "has_content",
  "id_taken",
  "key_taken",
  "parent_gone",
  "parent_holds_items",
  "parent_holds_subcategories",
  "below_itself",
  "expired",
] as const;

const undoneChange = z
  .object({
    kind: z.enum(changeKinds),
    id: z.string().meta({ description: "The public id after the undo; the last id if the undo deleted the thing." }),
    name,
    action: z.enum(["update", "delete", "restore"]).meta({ description: "What the undo did to the thing." }),
    fields: z
      .array(fieldDiff)
      .meta({ description: "The fields that the undo changed; `after` is the restored value." }),
    subcategories: z
      .int()
      .min(0)
      .meta({ description: "How many subcategories below it were deleted or restored with it." }),
    items: z.int().min(0).meta({ description: "How many items below it were deleted or restored with it." }),
    summary: z.string(),
  })
  .meta({ id: "UndoneChange" });

export type UndoneChange = z.infer<typeof undoneChange>;

const keptChange = z
  .object({
    kind: z.enum(changeKinds),
    id: z.string(),
    name,
    field: z.string().nullable().meta({ description: "null if the thing as a whole was not changed." }),
    reason: z.enum(keptReasons),
    now: z.unknown().meta({ description: "The current value of the field." }),
    actor: z.string().nullable().meta({ description: "Who changed it since, if that is the reason." }),
    at: instant.nullable(),
    detail: z.string(),
  })
  .meta({ id: "KeptChange" });

export type KeptChange = z.infer<typeof keptChange>;

const firstListed = `the first ones, at most ${limits.undoListed} and ${limits.undoListedCharacters.toLocaleString("en")} characters`;

export const undoResult = z
  .object({
    changeSetId: z.string().nullable().meta({
      description: "The change set of the undo itself, which can be undone too; null if nothing was written.",
    }),
    dryRun: z.boolean(),
    undone: z
      .array(undoneChange)
      .meta({ description: `What the undo changed; of many or large changes, ${firstListed}.` }),
    undoneCount: z.int().min(0).meta({ description: "How many changes the undo made." }),
    kept: z.array(keptChange).meta({
      description: `What the undo left as it is, because it was changed again since or cannot be restored; of many, ${firstListed}.`,
    }),
    keptCount: z.int().min(0).meta({ description: "How many fields and things the undo left as they are." }),
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
    subcategories: z.int().min(0).meta({ description: "How many subcategories were deleted with it." }),
    items: z.int().min(0).meta({ description: "How many items were deleted with it." }),
  })
  .meta({ id: "TrashEntry" });

export type TrashEntry = z.infer<typeof trashEntry>;

export const trashPage = z.object({ entries: z.array(trashEntry), nextCursor }).meta({ id: "TrashPage" });

export type TrashPage = z.infer<typeof trashPage>;

export const address = z
  .object({
    path: z.string().meta({ examples: ["/mz2k7q1x4a0bk3w9r2t1/phones/mz2k7q1x4a0bk3w9r2t2"] }),
    kind: z.enum(changeKinds),
    id: z.string().meta({ description: "The id of the thing at this address: the last segment." }),
    ids: z.array(z.string()).meta({ description: "All segments, starting with the category." }),
    moved: z.boolean().meta({ description: "True if the requested path is an old one." }),
  })
  .meta({ id: "Address" });

export type Address = z.infer<typeof address>;

const cursor = z
  .string()
  .max(limits.cursorLength)
  .optional()
  .meta({ description: "The `nextCursor` of the previous page." });
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
  actor: z.string().max(limits.authorLength).optional().meta({ description: "Changes made by this user or key." }),
  action: z.enum(changeActions).optional(),
  since: moment("Changes made at or after this time."),
  until: moment("Changes made before this time."),
  field: z.string().max(limits.idLength).optional().meta({
    description: "Changes of this field; `translations` and `translations.ru` include every field below them.",
  }),
  text: z.string().max(limits.searchLength).optional().meta({
    description: "Part of the name of the changed thing, or of a value before or after; case is ignored.",
  }),
};

export const trashQuery = z.object({ cursor, limit });

const folded = flag.meta({
  type: "boolean",
  description: "`false`: every save of every thing is a separate entry.",
});

export const historyQuery = z.object({ ...changeFilters, folded, cursor, limit });

export const changesQuery = z.object({ kind: z.enum(changeKinds).optional(), ...changeFilters, folded, cursor, limit });

export const undoQuery = z.object({
  dryRun: flag.meta({
    type: "boolean",
    description: "`true`: nothing is written; the response shows what the undo would do.",
  }),
});

export const resolveQuery = z.object({
  path: z
    .string()
    .min(1)
    .meta({
      description: "A current or former address of the marketplace front end: /{categoryId}/{sub1}/.../{itemId}.",
      examples: ["/mz2k7q1x4a0bk3w9r2t1/smartphones/mz2k7q1x4a0bk3w9r2t2"],
    }),
});
