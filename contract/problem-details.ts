import { z } from "zod";
import { errorCodes, faultCodes } from "./errors.ts";
import { limits } from "./limits.ts";

const codes = Object.keys(errorCodes) as [keyof typeof errorCodes, ...(keyof typeof errorCodes)[]];

/** RFC 9457. Any further member belongs to one code and is described in docs/errors.md. */
export const problem = z
  .looseObject({
    type: z.string().meta({ description: "The address of the explanation of the code." }),
    title: z.string(),
    status: z.int(),
    detail: z.string(),
    code: z.enum(codes),
    requestId: z.string(),
    errors: z
      .array(z.object({ pointer: z.string(), code: z.enum(faultCodes), message: z.string() }))
      .optional()
      .meta({ description: `The faults of the request, for validation errors; the first ${limits.faults} of them.` }),
    moreErrors: z.int().optional().meta({ description: "The number of faults that are not listed in `errors`." }),
  })
  .meta({ id: "Problem" });

export type ProblemBody = z.infer<typeof problem>;
