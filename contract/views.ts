import { z } from "zod";
import { sortFields } from "./constants.ts";
import { name as anyName, text } from "./fields.ts";
import { itemFilter } from "./found-items.ts";
import { limits } from "./limits.ts";

const viewQuery = itemFilter
  .omit({ projectId: true })
  .extend({
    changedWithinDays: z.int().min(1).max(limits.viewDays).optional().meta({
      description:
        "Items that were changed in the last days: a client sends the start of that time as `changedSince`. Not together with `changedSince`.",
    }),
    sort: z
      .enum(sortFields.flatMap((field) => [field, `-${field}` as const]))
      .optional()
      .meta({ description: "As the parameter `sort`." }),
  })
  .refine(({ changedSince, changedWithinDays }) => changedSince === undefined || changedWithinDays === undefined, {
    message: "must not be given together with changedSince",
    path: ["changedWithinDays"],
    params: { fault: "not_allowed" },
  })
  .meta({
    id: "ViewQuery",
    description:
      "The filters and the sort of GET /api/projects/{projectId}/items under the same names, but with lists, numbers and booleans as JSON has them.",
    examples: [{ within: "audio", picture: false, priceMin: 100, sort: "-price" }],
  });

export type ViewQuery = z.infer<typeof viewQuery>;

const columns = z
  .array(text(limits.viewColumnLength).min(1))
  .max(limits.viewColumns)
  .refine((names) => new Set(names).size === names.length, {
    message: "must not have an entry twice",
    params: { fault: "not_allowed" },
  })
  .meta({
    description: "The columns in order, by names that clients choose; an empty list means the client's own choice.",
    examples: [["name", "price", "quantity"]],
  });

const name = anyName.max(limits.viewNameLength).meta({ minLength: 1, examples: ["Expensive without a picture"] });

const shared = z.boolean().meta({ description: "Whether everyone who sees the project sees the view." });

export const view = z
  .object({
    id: z.string(),
    name: z.string(),
    shared,
    owner: z
      .string()
      .meta({ description: "Who created it, as the history names them. They may have been removed since." }),
    own: z.boolean().meta({ description: "Whether the caller created it." }),
    query: viewQuery,
    columns: z.array(z.string()),
    createdAt: z.string(),
    changedAt: z.string(),
  })
  .meta({ id: "View" });

export type View = z.infer<typeof view>;

export const viewCreate = z
  .strictObject({
    name,
    shared: shared.optional(),
    query: viewQuery.optional(),
    columns: columns.optional(),
  })
  .meta({
    id: "ViewCreate",
    examples: [
      {
        name: "Expensive without a picture",
        shared: true,
        query: { within: "audio", picture: false, priceMin: 100, sort: "-price" },
        columns: ["name", "price", "quantity"],
      },
    ],
  });

export type ViewCreate = z.infer<typeof viewCreate>;

export const viewPatch = z
  .strictObject({
    name: name.optional(),
    shared: shared.optional(),
    query: viewQuery.optional().meta({ description: "Replaces the whole query." }),
    columns: columns.optional(),
  })
  .meta({ id: "ViewPatch", examples: [{ name: "Without a picture", query: { picture: false } }] });

export type ViewPatch = z.infer<typeof viewPatch>;
