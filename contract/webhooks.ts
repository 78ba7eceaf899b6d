import { z } from "zod";
import { mentionedPerson } from "./comments.ts";
import { eventKinds } from "./constants.ts";
import { moment, text } from "./fields.ts";
import { comment } from "./items.ts";
import { limits } from "./limits.ts";
import { changeEvent } from "./live.ts";

/** The events that a webhook can receive. */
const webhookEventTypes = [
  "category.created",
  "category.updated",
  "category.deleted",
  "category.restored",
  "subcategory.created",
  "subcategory.updated",
  "subcategory.deleted",
  "subcategory.restored",
  "item.created",
  "item.updated",
  "item.deleted",
  "item.restored",
  "import.created",
  "import.deleted",
  "comment.created",
  "comment.mentioned",
  "comment.resolved",
  "comment.reopened",
] as const;

export type WebhookEventType = (typeof webhookEventTypes)[number];

function isTarget(value: string): boolean {
  if (!URL.canParse(value)) return false;
  const { protocol, username, password } = new URL(value);
  return /^https?:$/.test(protocol) && username === "" && password === "";
}

const url = text(limits.urlLength)
  .refine(isTarget, {
    message: "must be an http(s) URL without a name and password in it",
    params: { fault: "not_allowed" },
  })
  .meta({ examples: ["https://example.com/hooks/catalog"] });

const events = z.array(z.enum(webhookEventTypes)).max(webhookEventTypes.length).meta({
  description: "The events to deliver; an empty list means all of them.",
});

const description = text(limits.nameLength);

/** `failing`: the last attempts failed, and the service retries at growing intervals. `paused`: by a user, or after three days of failures. */
const webhookState = z.enum(["active", "failing", "paused"]);

export const webhook = z
  .object({
    id: z.string(),
    projectId: z.string(),
    url: z.string(),
    description: z.string(),
    events: z.array(z.enum(webhookEventTypes)),
    state: webhookState,
    stateReason: z.string().meta({ description: "Why it is failing or paused; empty while it is active." }),
    failingSince: z.string().nullable(),
    lastSuccessAt: z.string().nullable(),
    pending: z.int().meta({ description: "The number of deliveries that are not done yet." }),
    previousSecretUntil: z.string().nullable().meta({
      description: "Until then each delivery is also signed with the old secret.",
    }),
    createdAt: z.string(),
  })
  .meta({ id: "Webhook" });

export type Webhook = z.infer<typeof webhook>;

/** The only answer that shows the secret. */
export const webhookWithSecret = z
  .object({
    ...webhook.shape,
    secret: z.string().meta({ description: "Shown only in this response.", examples: ["whsec_…"] }),
  })
  .meta({ id: "WebhookWithSecret" });

export const webhookCreate = z
  .strictObject({ url, events: events.optional(), description: description.optional() })
  .meta({ id: "WebhookCreate", examples: [{ url: "https://shop.example.com/hooks/catalog" }] });

export type WebhookCreate = z.infer<typeof webhookCreate>;

export const webhookPatch = z
  .strictObject({
    url: url.optional(),
    events: events.optional(),
    description: description.optional(),
    paused: z
      .boolean()
      .optional()
      .meta({ description: "`true` pauses the webhook; `false` resumes it where it stopped." }),
  })
  .meta({ id: "WebhookPatch", examples: [{ paused: true }] });

export type WebhookPatch = z.infer<typeof webhookPatch>;

export const webhookRotate = z
  .strictObject({
    overlapSeconds: z.int().min(0).max(limits.secretOverlapSeconds).optional().meta({
      description: "How long each delivery is signed with both secrets.",
      default: 86_400,
    }),
  })
  .meta({ id: "WebhookRotate", examples: [{ overlapSeconds: 3_600 }] });

export const webhookReplay = z
  .strictObject({
    after: text(limits.cursorLength)
      .optional()
      .meta({ description: "The webhook-id of the event after which to start." }),
    since: moment.optional().meta({ description: "The time from which to start." }),
  })
  .refine(({ after, since }) => (after === undefined) !== (since === undefined), {
    message: "must have one of after and since",
    params: { fault: "required" },
  })
  .meta({ id: "WebhookReplay", examples: [{ since: "2026-01-31T09:30:00Z" }] });

export type WebhookReplay = z.infer<typeof webhookReplay>;

/** The result of one attempt. */
export const webhookOutcome = z
  .object({
    delivered: z.boolean(),
    status: z.int().nullable().meta({ description: "The HTTP status; null if there was no response." }),
    error: z.string(),
    durationMs: z.number(),
  })
  .meta({ id: "WebhookOutcome" });

export type WebhookOutcome = z.infer<typeof webhookOutcome>;

const deliveryStates = ["pending", "delivered", "failed"] as const;

const webhookDelivery = z
  .object({
    id: z.string(),
    eventId: z.string().meta({ description: "The value of the webhook-id header." }),
    type: z.enum(webhookEventTypes),
    resourceId: z.string(),
    saves: z.int().min(1).meta({
      description:
        "The number of changes that it covers. Changes that wait behind a refused message become one delivery.",
    }),
    state: z.enum(deliveryStates),
    attempts: z.int(),
    status: z.int().nullable().meta({ description: "The HTTP status of the last attempt." }),
    error: z.string().meta({ description: "Why the last attempt failed." }),
    durationMs: z.number().nullable(),
    changedAt: z.string().meta({ description: "When the change was made." }),
    lastAttemptAt: z.string().nullable(),
    nextAttemptAt: z.string().nullable(),
  })
  .meta({ id: "WebhookDelivery" });

export type WebhookDelivery = z.infer<typeof webhookDelivery>;

export const webhookDeliveryPage = z
  .object({ deliveries: z.array(webhookDelivery), next: z.string().nullable() })
  .meta({ id: "WebhookDeliveryPage", description: "Newest first; `next` is the `cursor` of the next, older page." });

export const deliveriesQuery = z.object({
  state: z.enum(deliveryStates).optional(),
  limit: z
    .string()
    .refine((value) => /^\d{1,3}$/.test(value) && Number(value) >= 1 && Number(value) <= limits.maxLimit, {
      message: `must be a whole number from 1 to ${limits.maxLimit}`,
      params: { fault: "out_of_range" },
    })
    .transform(Number)
    .optional()
    .meta({ type: "integer", minimum: 1, maximum: limits.maxLimit, default: 50 }),
  cursor: z
    .string()
    .refine((value) => /^\d{1,15}$/.test(value), { message: "is not a cursor", params: { fault: "not_allowed" } })
    .optional(),
});

/** The body of a delivery, as Standard Webhooks defines it. */
export const webhookMessage = z
  .object({
    type: z.enum([...webhookEventTypes, "webhook.test"]),
    timestamp: z.string().meta({ description: "When the change was made, ISO 8601." }),
    data: z.object({
      projectId: z.string(),
      ...changeEvent.partial().shape,
      kind: z.enum([...eventKinds, "comment"]).optional(),
      itemId: z.string().optional().meta({ description: "The item of a comment." }),
      comment: comment
        .optional()
        .meta({ description: "The comment of an event `comment.*`, unless it was deleted since." }),
      mentioned: z
        .array(mentionedPerson)
        .optional()
        .meta({ description: "Those whom `comment.mentioned` is about: all who were not mentioned there before." }),
      saves: z
        .int()
        .min(2)
        .optional()
        .meta({
          description:
            "The number of changes that it covers, if several waited behind a refused message. `before` is the state before the " +
            "first of them, `after` the state after the last.",
        }),
    }),
  })
  .meta({ id: "WebhookMessage" });

export type WebhookMessage = z.infer<typeof webhookMessage>;
