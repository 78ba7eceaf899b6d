import type { WebhookSettings } from "../webhooks/webhooks.rules.ts";
import type { SettingReader } from "./setting-reader.ts";

/** The settings of this part, in the order in which `--help` shows them. */
export const webhookSettings = [
  {
    name: "WEBHOOK_ALLOW",
    fallback: "",
    help: "hosts inside your network that webhooks may reach, such as hooks.internal or 10.0.0.7:8080, separated by spaces",
  },
  { name: "WEBHOOK_TIMEOUT", fallback: "15", help: "seconds within which the target of a webhook must answer" },
  {
    name: "WEBHOOK_RETRIES",
    fallback: "5 30 120 600 1800 3600 10800 21600 43200 86400 93600",
    help: "seconds between the attempts of a delivery, separated by spaces",
  },
] as const;

export function readWebhooks({
  value,
  whole,
  faults,
}: Pick<SettingReader, "value" | "whole" | "faults">): WebhookSettings {
  const words = (name: string) => value(name).split(/\s+/).filter(Boolean);
  const retries = words("WEBHOOK_RETRIES");
  if (!retries.every((pause) => /^\d{1,7}(\.\d{1,3})?$/.test(pause) && Number(pause) > 0)) {
    faults.push(`WEBHOOK_RETRIES is "${retries.join(" ")}"; it must be seconds separated by spaces, such as 5 30 120.`);
  }
  for (const host of words("WEBHOOK_ALLOW")) {
    if (!URL.canParse(`http://${host}`) || new URL(`http://${host}`).pathname !== "/" || host.endsWith("/")) {
      faults.push(
        `WEBHOOK_ALLOW contains "${host}"; each entry must be a host, such as hooks.internal or 10.0.0.7:8080.`,
      );
    }
  }
  return {
    allow: words("WEBHOOK_ALLOW"),
    timeoutMs: whole("WEBHOOK_TIMEOUT", 1, 300) * 1_000,
    retryMs: retries.map((pause) => Number(pause) * 1_000),
  };
}
