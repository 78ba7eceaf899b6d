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

/** Webhooks: changes sent to other services. */
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
    summary: "Create a webhook; its secret is shown only in this response",
    permission,
    body: webhookCreate,
    success: 201,
    response: webhookWithSecret,
    errors: ["not_found", "secrets_key_missing"],
  }),
  getWebhook: define({
    ...routes.getWebhook,
    tag,
    summary: "A webhook with its status",
    permission,
    success: 200,
    response: webhook,
    errors: ["not_found"],
  }),
  updateWebhook: define({
    ...routes.updateWebhook,
    tag,
    summary: "Change, pause or resume a webhook",
    permission,
    body: webhookPatch,
    success: 200,
    response: webhook,
    errors: ["not_found"],
  }),
  deleteWebhook: define({
    ...routes.deleteWebhook,
    tag,
    summary: "Delete a webhook and its deliveries",
    permission,
    success: 204,
    errors: ["not_found"],
  }),
  rotateWebhookSecret: define({
    ...routes.rotateWebhookSecret,
    tag,
    summary: "Rotate the secret; deliveries are also signed with the old one for a while",
    permission,
    body: webhookRotate,
    success: 200,
    response: webhookWithSecret,
    errors: ["not_found", "secrets_key_missing"],
  }),
  testWebhook: define({
    ...routes.testWebhook,
    tag,
    summary: "Send a test event now and return the result",
    permission,
    success: 200,
    response: webhookOutcome,
    errors: ["not_found"],
  }),
  replayWebhook: define({
    ...routes.replayWebhook,
    tag,
    summary: "Deliver all events again from a given point",
    permission,
    body: webhookReplay,
    success: 200,
    response: webhook,
    errors: ["not_found"],
  }),
  listWebhookDeliveries: define({
    ...routes.listWebhookDeliveries,
    tag,
    summary: "The deliveries of a webhook: delivered, failed and pending",
    permission,
    query: deliveriesQuery,
    success: 200,
    response: webhookDeliveryPage,
    errors: ["not_found"],
  }),
} as const;
