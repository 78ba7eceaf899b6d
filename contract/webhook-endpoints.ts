import { z } from "zod";
import { define } from "./endpoint.ts";
import { routes } from "./routes.ts";
import {
  deliveriesQuery,
  webhook,
  webhookCreate,
  webhookDeliveryPage,
  webhookOutcome,
  webhookPatch,
  webhookReplay,
  webhookRotate,
  webhookWithSecret,
} from "./webhooks.ts";

const tag = "Webhooks";
const permission = "admin";

/** Telling other services what changes. */
export const webhookEndpoints = {
  listWebhooks: define({
    ...routes.listWebhooks,
    tag,
    summary: "The webhooks of a project",
    permission,
    success: 200,
    response: z.array(webhook),
    errors: ["not_found"],
  }),
  createWebhook: define({
    ...routes.createWebhook,
    tag,
    summary: "Register a webhook; the answer shows its secret, once",
    permission,
    body: webhookCreate,
    success: 201,
    response: webhookWithSecret,
    errors: ["not_found", "secrets_key_missing"],
  }),
  getWebhook: define({
    ...routes.getWebhook,
    tag,
    summary: "A webhook and how it fares",
    permission,
    success: 200,
    response: webhook,
    errors: ["not_found"],
  }),
  updateWebhook: define({
    ...routes.updateWebhook,
    tag,
    summary: "Change a webhook, pause it, or let it go on",
    permission,
    body: webhookPatch,
    success: 200,
    response: webhook,
    errors: ["not_found"],
  }),
  deleteWebhook: define({
    ...routes.deleteWebhook,
    tag,
    summary: "Remove a webhook with its deliveries",
    permission,
    success: 204,
    errors: ["not_found"],
  }),
  rotateWebhookSecret: define({
    ...routes.rotateWebhookSecret,
    tag,
    summary: "A new secret; the old one signs along for a while",
    permission,
    body: webhookRotate,
    success: 200,
    response: webhookWithSecret,
    errors: ["not_found", "secrets_key_missing"],
  }),
  testWebhook: define({
    ...routes.testWebhook,
    tag,
    summary: "Send a test event now and tell how it went",
    permission,
    success: 200,
    response: webhookOutcome,
    errors: ["not_found"],
  }),
  replayWebhook: define({
    ...routes.replayWebhook,
    tag,
    summary: "Deliver again everything from some point on",
    permission,
    body: webhookReplay,
    success: 200,
    response: webhook,
    errors: ["not_found"],
  }),
  listWebhookDeliveries: define({
    ...routes.listWebhookDeliveries,
    tag,
    summary: "What was delivered, what failed and what is waiting",
    permission,
    query: deliveriesQuery,
    success: 200,
    response: webhookDeliveryPage,
    errors: ["not_found"],
  }),
} as const;
