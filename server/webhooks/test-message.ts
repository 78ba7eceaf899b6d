import type { WebhookOutcome } from "../../contract/webhooks.ts";
import type { Clock } from "../http/clock.ts";
import { newId } from "../http/ids.ts";
import type { Sealing } from "../sealing/sealing.ts";
import { sendMessage } from "./send.ts";
import type { WebhookSettings } from "./webhooks.rules.ts";
import type { WebhookRow } from "./webhooks.sql.ts";

/** Sends a test message at once, for a person who waits to see whether it arrives. */
export function testWebhook(
  webhook: WebhookRow,
  settings: WebhookSettings,
  sealing: Sealing,
  clock: Clock,
): Promise<WebhookOutcome> {
  const body = JSON.stringify({
    type: "webhook.test",
    timestamp: new Date(clock.now()).toISOString(),
    data: { projectId: webhook.project_id },
  });
  return sendMessage(webhook, { id: `test-${newId()}`, body }, { settings, sealing, clock });
}
