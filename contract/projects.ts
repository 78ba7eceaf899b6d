import { z } from "zod";

export const project = z
  .object({
    id: z.string(),
    name: z.string(),
    displayName: z.string(),
    active: z.boolean(),
    logoUrl: z.string(),
  })
  .meta({
    id: "Project",
    examples: [{ id: "aurora-market", name: "aurora-market", displayName: "Aurora Market", active: true, logoUrl: "" }],
  });

export type Project = z.infer<typeof project>;
