import { z } from "zod";
import type { FaultCode } from "./errors.ts";
import { reference, text } from "./fields.ts";
import { itemFilter, translatedLanguage } from "./found-items.ts";
import { itemMergePatch, itemPatch, tag } from "./items.ts";
import { limits } from "./limits.ts";

/** Which items a bulk request is for: those with these ids, or those that match. */
const selection = {
  itemIds: z.array(reference).max(limits.bulkIds).optional(),
  where: itemFilter.optional().meta({ description: "Instead of `itemIds`: all items that match." }),
  expect: z
    .int()
    .min(0)
    .optional()
    .meta({
      description: "With `where`: how many items match. If it is another number, nothing is changed.",
      examples: [12],
    }),
  limit: z
    .int()
    .min(1)
    .max(limits.bulkIds)
    .optional()
    .meta({ description: "With `where`: take only so many of the items, for a large number in parts." }),
  cursor: z
    .string()
    .max(limits.cursorLength)
    .optional()
    .meta({ description: "With `where`: the `cursor` of the answer before, for the next part." }),
  dryRun: z.boolean().optional().meta({ description: "Change nothing, and return what would change." }),
};
const selectionFields = ["expect", "limit", "cursor"] as const;

export type BulkSelection = {
  itemIds?: string[] | undefined;
  where?: z.output<typeof itemFilter> | undefined;
  expect?: number | undefined;
  limit?: number | undefined;
  cursor?: string | undefined;
  dryRun?: boolean | undefined;
};

type Report = (path: string[], fault: FaultCode, message: string) => void;

const reporting =
  <Body>(rule: (body: Body, report: Report) => void) =>
  (body: Body, context: z.core.$RefinementCtx<Body>) =>
    rule(body, (path, fault, message) =>
      context.addIssue({ code: "custom", input: body, path, message, params: { fault } }),
    );

function checkSelection(body: BulkSelection, report: Report): void {
  if (!body.where) {
    if (!body.itemIds) report(["itemIds"], "required", "is required, or where");
    for (const field of selectionFields) {
      if (body[field] !== undefined) report([field], "not_allowed", "belongs to where");
    }
    return;
  }
  if (body.itemIds) report(["where"], "not_allowed", "must not stand beside itemIds");
  if (body.expect === undefined && body.cursor === undefined && !body.dryRun) {
    report(["expect"], "required", "is required: how many items match");
  }
}

const change = z
  .strictObject({
    op: z
      .enum(["+", "-", "*", "%"])
      .meta({ description: "`%` adds so many percent; a negative value takes them off." }),
    value: z.number().meta({ examples: [10] }),
    round: z
      .enum(["0.99", "0.5", "1"])
      .optional()
      .meta({ description: "To the nearest number that ends in .99, the nearest half, or the nearest whole number." }),
  })
  .meta({ id: "NumberOperation", examples: [{ op: "%", value: 10, round: "0.99" }] });
export type NumberOperation = z.infer<typeof change>;

const words = z
  .strictObject({
    add: z.array(tag).max(limits.tags).optional(),
    remove: z.array(tag).max(limits.tags).optional(),
  })
  .meta({ id: "ListOperation", examples: [{ add: ["sale"], remove: ["new"] }] });
export type ListOperation = z.infer<typeof words>;

const replacement = z
  .strictObject({
    field: z.enum(["name", "simpleDescription", "description"]).meta({
      description: "`description` are the keys and values of all attributes.",
    }),
    language: translatedLanguage.optional().meta({ description: "In this translation; without it, in the original." }),
    find: text(limits.nameLength).min(1),
    with: text(limits.nameLength),
  })
  .meta({ id: "TextReplacement", examples: [{ field: "name", find: "Colour", with: "Color" }] });
export type TextReplacement = z.infer<typeof replacement>;

const operations = z
  .strictObject({
    price: change.optional(),
    quantity: change.optional(),
    tags: words.optional(),
    badges: words.optional(),
    replace: z.array(replacement).max(limits.bulkReplacements).optional(),
  })
  .meta({
    id: "BulkOperations",
    description:
      "Changes that depend on the value that an item has. A price gets two decimals, a quantity three, more if the numbers have more. Rounding never makes a price 0.",
    examples: [{ price: { op: "%", value: 10, round: "0.99" }, tags: { add: ["sale"] } }],
  });
export type BulkOperations = z.infer<typeof operations>;

type Changes = BulkSelection & { data?: Record<string, unknown> | undefined; operations?: BulkOperations | undefined };

function checkChanges(body: Changes, report: Report): void {
  checkSelection(body, report);
  if (!body.data && !body.operations) report(["data"], "required", "is required, or operations");
  const { replace = [], ...others } = body.operations ?? {};
  const isGiven = (field: string) => body.data?.[field] !== undefined;
  for (const [field, operation] of Object.entries(others)) {
    if (operation && isGiven(field))
      report(["operations", field], "not_allowed", `must not stand beside data/${field}`);
  }
  for (const [number, { field, language }] of replace.entries()) {
    const given = language === undefined ? field : "translations";
    if (isGiven(given)) {
      report(["operations", "replace", String(number)], "not_allowed", `must not stand beside data/${given}`);
    }
  }
}

export const bulkPatch = z
  .strictObject({ ...selection, data: itemPatch.optional(), operations: operations.optional() })
  .superRefine(reporting(checkChanges))
  .meta({
    id: "BulkPatch",
    examples: [
      { itemIds: ["mz2k7q1x4a"], data: { discount: 20 } },
      {
        where: { projectId: "aurora-market", tags: ["sale"] },
        expect: 12,
        operations: { price: { op: "%", value: -10, round: "0.99" } },
      },
    ],
  });

export const bulkMergePatch = z
  .strictObject({ ...selection, data: itemMergePatch.optional(), operations: operations.optional() })
  .superRefine(reporting(checkChanges))
  .meta({ id: "BulkMergePatch", examples: [{ itemIds: ["mz2k7q1x4a"], data: { translations: { ru: null } } }] });

export const bulkDelete = z
  .strictObject(selection)
  .superRefine(reporting(checkSelection))
  .meta({
    id: "BulkDelete",
    examples: [{ itemIds: ["mz2k7q1x4a"] }, { where: { projectId: "aurora-market", quantityMax: 0 }, expect: 3 }],
  });

export const bulkCopy = z
  .strictObject({
    ...selection,
    subcategoryId: reference.meta({ description: "The leaf subcategory to which the items are copied." }),
    nameSuffix: text(100)
      .optional()
      .meta({ description: "Added to the end of each copy's name.", examples: [" (copy)"] }),
    visible: z
      .boolean()
      .optional()
      .meta({ description: "Whether the copies are visible; without it, each is what its original is." }),
  })
  .superRefine(reporting(checkSelection))
  .meta({ id: "BulkCopy", examples: [{ itemIds: ["mz2k7q1x4a"], subcategoryId: "tablets" }] });

const cursor = z.string().nullable().meta({ description: "For the next part; null if there is none." });

export const bulkDone = z
  .object({
    matched: z.int().meta({ description: "How many items match, or how many ids there are." }),
    changed: z.int().meta({ description: "How many items this request changed, or would change." }),
    cursor,
    preview: z
      .array(
        z.object({
          id: z.string(),
          name: z.string(),
          before: z.record(z.string(), z.unknown()),
          after: z.record(z.string(), z.unknown()),
        }),
      )
      .optional()
      .meta({
        description: `Of a dry run: the first ${limits.bulkPreview} items that would change, with the fields that would. A translated one is \`translations.ru.name\`.`,
      }),
  })
  .meta({ id: "BulkDone" });
export type BulkDone = z.infer<typeof bulkDone>;

export const bulkCopied = bulkDone
  .partial()
  .extend({
    itemIds: z.array(z.string()).meta({ description: "The ids of the copies, in the order of the originals." }),
  })
  .meta({ id: "BulkCopied" });

export type BulkPatch = z.infer<typeof bulkPatch>;
export type BulkMergePatch = z.infer<typeof bulkMergePatch>;
export type BulkCopy = z.infer<typeof bulkCopy>;
