import { Webhook as Signer } from "standardwebhooks";
import type { WebhookOutcome } from "../../contract/webhooks.ts";
import type { Clock } from "../http/clock.ts";
import { allowHosts, safeFetch } from "../http/safe-fetch.ts";
import { ofWebhook, type Sealing } from "../sealing/sealing.ts";
import type { WebhookSettings } from "./webhooks.rules.ts";
import type { WebhookRow } from "./webhooks.sql.ts";

const mostAnswerBytes = 64 * 1024;
const shownAnswer = 200;

export type Message = { id: string; body: string };

/** What sending takes, whatever is sent. */
export type Sending = { settings: WebhookSettings; sealing: Sealing; clock: Clock };

/** Makes one attempt. Anything but a 2xx in time is a failure, even a redirect: it would send the message elsewhere. */
export async function sendMessage(
  webhook: Pick<WebhookRow, "id" | "url" | "secret" | "previous_secret" | "previous_secret_until">,
  message: Message,
  { settings, sealing, clock }: Sending,
  signal?: AbortSignal,
): Promise<WebhookOutcome> {
  const started = performance.now();
  const now = clock.now();
  const outcome = (status: number | null, error: string): WebhookOutcome => ({
    delivered: error === "",
    status,
    error,
    durationMs: Math.round((performance.now() - started) * 10) / 10,
  });
  try {
    const response = await safeFetch(webhook.url, {
      allow: allowHosts(settings.allow),
      timeoutMs: settings.timeoutMs,
      clock,
      maxBytes: mostAnswerBytes,
      method: "POST",
      headers: {
        "content-type": "application/json",
        "user-agent": "catalog-backoffice-webhooks",
        "webhook-id": message.id,
        "webhook-timestamp": String(Math.floor(now / 1000)),
        "webhook-signature": signatures(webhook, message, sealing, now),
      },
      body: message.body,
      ...(signal ? { signal } : {}),
    });
    if (response.ok) {
      await response.body?.cancel();
      return outcome(response.status, "");
    }
    const { status } = response;
    const reason = status >= 300 && status < 400 ? "redirects are not followed" : await bodyOf(response);
    return outcome(status, `HTTP ${status}${reason && `: ${reason}`}`);
  } catch (error) {
    return outcome(null, (error as Error).message);
  }
}

async function bodyOf(response: Response): Promise<string> {
  const text = await response.text().catch(() => "");
  return text.replaceAll("\u0000", "").toWellFormed().trim().slice(0, shownAnswer);
}

/** While a secret is being replaced, both secrets sign, because the receiver may know either. */
function signatures(
  webhook: Pick<WebhookRow, "id" | "secret" | "previous_secret" | "previous_secret_until">,
  { id, body }: Message,
  sealing: Sealing,
  now: number,
): string {
  const secrets = [webhook.secret];
  if (webhook.previous_secret !== null && (webhook.previous_secret_until ?? 0) > now) {
    secrets.push(webhook.previous_secret);
  }
  return secrets
    .map((secret) => new Signer(sealing.open(secret, ofWebhook(webhook.id))).sign(id, new Date(now), body))
    .join(" ");
}
