import type { WebhookOutcome } from "../../contract/webhooks.ts";
import { newId } from "../http/ids.ts";
import { type Sending, sendMessage } from "./send.ts";
import type { WebhookRow } from "./webhooks.sql.ts";

/** Sends a test message at once, for a person who waits to see whether it arrives. */
export function testWebhook(webhook: WebhookRow, sending: Sending): Promise<WebhookOutcome> {
  const body = JSON.stringify({
    type: "webhook.test",
    timestamp: new Date(sending.clock.now()).toISOString(),
    data: { projectId: webhook.project_id },
  });
  return sendMessage(webhook, { id: `test-${newId()}`, body }, sending);
}
