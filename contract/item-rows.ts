import { z } from "zod";
import { errorCodes, faultCodes } from "./errors.ts";
import { reference } from "./fields.ts";
import { itemMergePatch } from "./items.ts";
import { limits } from "./limits.ts";

const codes = Object.keys(errorCodes) as [keyof typeof errorCodes, ...(keyof typeof errorCodes)[]];

/** Checked row by row, so that a fault refuses its row and not the request. */
const data = z.record(z.string(), z.unknown());

const row = z
  .strictObject({
    id: reference.optional().meta({ description: "Of the item to change." }),
    ifMatch: z
      .string()
      .max(limits.cursorLength)
      .optional()
      .meta({ description: "The ETag of the item: the row is refused if a field that it sends was changed since." }),
    subcategoryId: reference.optional().meta({ description: "Instead of `id`: the leaf that gets a new item." }),
    data: data.meta({
      description:
        "With `id` the fields of an ItemMergePatch, without `subcategoryId`; otherwise those of an ItemCreate.",
    }),
  })
  .superRefine((given, context) => {
    const report = (path: string, fault: string, message: string) =>
      context.addIssue({ code: "custom", input: given, path: [path], message, params: { fault } });
    if (given.id === undefined) {
      if (given.subcategoryId === undefined) report("id", "required", "is required, or subcategoryId");
      if (given.ifMatch !== undefined) report("ifMatch", "not_allowed", "belongs to id");
    } else if (given.subcategoryId !== undefined) {
      report("subcategoryId", "not_allowed", "must not stand beside id");
    }
  })
  .meta({ id: "ItemRow" });
export type ItemRowChange = z.infer<typeof row>;

export const itemRows = z.strictObject({ rows: z.array(row).max(limits.rows) }).meta({
  id: "ItemRows",
  examples: [
    {
      rows: [
        { id: "mz2k7q1x4a", data: { price: 449.5 } },
        { subcategoryId: "tablets", data: { name: "Aurora Tab" } },
      ],
    },
  ],
});

/** What a row may change of an item: everything but its place. */
export const rowPatch = itemMergePatch.omit({ subcategoryId: true });

const savedRow = z
  .object({
    id: z.string().optional().meta({ description: "Of the item; a new one that was refused has none." }),
    status: z.enum(["created", "changed", "unchanged", "refused"]),
    code: z.enum(codes).optional().meta({ description: "Why the row was refused." }),
    message: z.string().optional(),
    errors: z
      .array(z.object({ pointer: z.string(), code: z.enum(faultCodes), message: z.string() }))
      .optional()
      .meta({ description: "The faults in `data`, for the code `invalid_body`." }),
    conflicts: z
      .array(z.looseObject({ field: z.string() }))
      .optional()
      .meta({ description: "The fields that someone else has changed, for the code `edit_conflict`." }),
  })
  .meta({ id: "SavedItemRow" });
export type SavedItemRow = z.infer<typeof savedRow>;

export const savedItemRows = z
  .object({ rows: z.array(savedRow).meta({ description: "One for each row, in their order." }) })
  .meta({
    id: "SavedItemRows",
    examples: [{ rows: [{ id: "mz2k7q1x4a", status: "changed" }] }],
  });
