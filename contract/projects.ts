import { z } from "zod";
import { imageUrl, name } from "./fields.ts";

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

/** On a command line, a dash at the start would be an option. */
export const projectId = z
  .string()
  .regex(/^\w[\w-]{0,99}$/, "must be up to 100 letters, digits, - and _, and have no - at the start")
  .meta({ description: "Never changes.", examples: ["aurora-market"] });

const projectFields = {
  displayName: name.meta({ description: "What people call the project.", examples: ["Aurora Market"] }),
  active: z.boolean().optional(),
  logoUrl: imageUrl.optional(),
};

export const projectCreate = z
  .strictObject({ id: projectId, ...projectFields })
  .meta({ id: "ProjectCreate", examples: [{ id: "aurora-market", displayName: "Aurora Market" }] });

export const projectPatch = z
  .strictObject({ ...projectFields, displayName: projectFields.displayName.optional() })
  .meta({ id: "ProjectPatch", examples: [{ active: false }] });
