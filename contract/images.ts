import { z } from "zod";
import { imageFits, imageFormats, imageWidths } from "./constants.ts";
import { imageUrl } from "./fields.ts";
import { limits } from "./limits.ts";

export const uploadResult = z.object({ url: imageUrl }).meta({
  id: "UploadResult",
  examples: [{ url: `https://catalog.example.com/uploads/${"0".repeat(64)}.webp` }],
});

export const image = z
  .object({
    url: imageUrl,
    hash: z.string().meta({ description: "SHA-256 of the stored file; also the name of the file." }),
    type: z.enum(["image/jpeg", "image/png", "image/webp", "image/gif", "image/avif"]),
    width: z.int(),
    height: z.int(),
    bytes: z.int(),
    animated: z.boolean(),
  })
  .meta({ id: "Image" });
export type Image = z.infer<typeof image>;

/** The result for one file of several, in the order in which they were sent. */
const uploadOutcome = z
  .object({
    filename: z.string(),
    image: image.optional(),
    error: z.object({ code: z.string(), status: z.int(), title: z.string(), detail: z.string() }).optional(),
  })
  .meta({ id: "UploadOutcome" });
export type UploadOutcome = z.infer<typeof uploadOutcome>;

export const uploadOutcomes = z.object({ results: z.array(uploadOutcome) }).meta({ id: "UploadOutcomes" });

export const uploadFromUrl = z
  .strictObject({
    url: z
      .string()
      .max(limits.urlLength)
      .meta({ examples: ["https://cdn.example.com/phone.jpg"] }),
  })
  .meta({ id: "UploadFromUrl", examples: [{ url: "https://cdn.example.com/phone.jpg" }] });

export const imageUsage = z
  .object({
    hash: z.string(),
    categories: z.array(z.object({ id: z.string(), name: z.string(), projectId: z.string() })),
    subcategories: z.array(z.object({ id: z.string(), name: z.string(), categoryId: z.string() })),
    items: z.array(z.object({ id: z.string(), name: z.string(), subcategoryId: z.string() })),
  })
  .meta({ id: "ImageUsage" });
export type ImageUsage = z.infer<typeof imageUsage>;

const oneOf = (values: readonly (string | number)[]) =>
  z
    .string()
    .refine((value) => values.map(String).includes(value), {
      message: `must be one of ${values.join(", ")}`,
      params: { fault: "not_allowed" },
    })
    .optional();

const fraction = z
  .string()
  .refine((value) => /^(0|1|0?\.\d+|1\.0+)$/.test(value), {
    message: "must be a number from 0 to 1",
    params: { fault: "out_of_range" },
  })
  .transform(Number)
  .optional();

/** The query of a stored picture: GET /uploads/HASH.EXT?w=320&format=webp */
export const variantQuery = z.object({
  w: oneOf(imageWidths).transform((value) => (value === undefined ? undefined : Number(value))),
  format: oneOf(imageFormats).transform((value) => value as (typeof imageFormats)[number] | undefined),
  fit: oneOf(imageFits).transform((value) => value as (typeof imageFits)[number] | undefined),
  fx: fraction,
  fy: fraction,
});
export type VariantQuery = z.output<typeof variantQuery>;
