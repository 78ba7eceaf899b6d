import { z } from "zod";
import { changeActions, eventKinds } from "./constants.ts";
import { reference, text } from "./fields.ts";
import { limits } from "./limits.ts";
import { wholeNumber } from "./queries.ts";

const fields = z.record(z.string(), z.unknown());

/** The `data` of `event: change`: one thing that was created, changed or deleted. */
export const changeEvent = z
  .object({
    changeSetId: z.string().meta({ description: "Identifies everything that one request changed." }),
    kind: z.enum(eventKinds).meta({
      description: "An `import` is told once, when it is done or undone, with its counts in `after`.",
    }),
    action: z.enum(changeActions).meta({
      description: "`delete` and `restore` also apply to everything below the thing.",
    }),
    id: z.string().meta({ description: "The id before the change; a new id is in `after.id`." }),
    actor: z.string(),
    at: z.string().meta({ description: "ISO 8601." }),
    fields: z.array(z.string()).meta({
      description:
        "The fields that changed: `translations.ru.name` for a translated field, `comments.ID` for a comment.",
    }),
    before: fields.meta({
      description: "The values before the change. Large values are omitted; `fields` still names them.",
    }),
    after: fields.meta({
      description: "The values after the change. Large values are omitted: fetch the resource to see them.",
    }),
  })
  .meta({
    id: "ChangeEvent",
    examples: [
      {
        changeSetId: "mz2k7q1x4a0bk3w9r2t1",
        kind: "item",
        action: "update",
        id: "mz2k7q1x4a0bk3w9r2t2",
        actor: "anonymous",
        at: "2026-05-01T10:00:00.000Z",
        fields: ["price"],
        before: { price: 9 },
        after: { price: 9.5 },
      },
    ],
  });

export type ChangeEvent = z.infer<typeof changeEvent>;

/** The `data` of `event: ready`. */
export const ready = z
  .object({
    changed: z.boolean().optional().meta({
      description: "True if anything changed in the last `recent` seconds: then read again what you read before.",
    }),
  })
  .meta({ id: "Ready", examples: [{}, { changed: false }] });

export type Ready = z.infer<typeof ready>;

const clientId = text(limits.clientIdLength).min(1).meta({
  description: "Identifies one open editor: a random text that the editor generates and uses until it is closed.",
});

const person = z
  .object({
    clientId: z.string(),
    name: z.string(),
    itemId: z.string().nullable().meta({ description: "The item that is open in this editor." }),
  })
  .meta({ id: "Person" });

export type Person = z.infer<typeof person>;

/** The `data` of `event: presence`: everyone who is present, and the item each has open. Always the whole list. */
export const presence = z.object({ present: z.array(person) }).meta({
  id: "Presence",
  examples: [{ present: [{ clientId: "c-81f2", name: "Nina", itemId: "mz2k7q1x4a0bk3w9r2t2" }] }],
});

export type Presence = z.infer<typeof presence>;

/** What an editor sends every ten seconds, and at once when it opens another item. */
export const presenceSignal = z
  .strictObject({
    clientId,
    name: text(limits.authorLength),
    itemId: reference.nullish(),
  })
  .meta({ id: "PresenceSignal", examples: [{ clientId: "c-81f2", name: "Nina", itemId: "mz2k7q1x4a0bk3w9r2t2" }] });

export const eventsQuery = z.object({
  lastEventId: z.string().max(limits.cursorLength).optional().meta({
    description: "The same as the header Last-Event-ID, for clients that cannot send it. The header takes precedence.",
  }),
  recent: wholeNumber(1, 300).meta({
    description:
      "For a client that has already read: `ready` says whether anything changed in this many seconds before. Ignored with Last-Event-ID.",
  }),
});

/** The path of a project's event stream, for an EventSource. */
export const eventsPath = (projectId: string) => `/api/projects/${encodeURIComponent(projectId)}/events`;
