import { randomBytes } from "node:crypto";
import { isIP } from "node:net";
import type { Fault } from "../../contract/errors.ts";
import type { WebhookEventType, WebhookOutcome } from "../../contract/webhooks.ts";
import { isPublicAddress } from "../http/public-address.ts";
import { allowHosts } from "../http/safe-fetch.ts";
import { actionOf } from "../log/change-event.ts";
import type { LoggedChange } from "../log/follow.sql.ts";

export type WebhookSettings = {
  /** Hosts that are allowed although they are not on the public internet. */
  allow: readonly string[];
  timeoutMs: number;
  /** The pauses between attempts. A target that fails for their sum is dead. */
  retryMs: readonly number[];
};

/** After this many failures in a row the target itself is failing, not a message: it gets one message at a time. */
export const suspectAfter = 5;
const longestHoldMs = 5 * 60_000;
/** Targets that fail together must not be retried together. */
const jitter = 0.1;

const pastTense = { create: "created", update: "updated", delete: "deleted", restore: "restored" } as const;

export const eventTypeOf = (change: LoggedChange): WebhookEventType => `${change.kind}.${pastTense[actionOf(change)]}`;

/** All changes of an entity have the same resource, even if its id changes. */
export const resourceOf = (change: LoggedChange): string => `${change.kind} ${change.entity_key ?? change.seq}`;

export const newSecret = (): string => `whsec_${randomBytes(32).toString("base64")}`;

/** When a delivery is due. A last attempt in the future means that the clock was set back: then it is due now. */
export const dueAt = (delivery: { last_attempt_at: number | null; next_attempt_at: number }, now: number): number =>
  (delivery.last_attempt_at ?? 0) > now ? now : delivery.next_attempt_at;

/** Until when nothing is sent to the target, with the same rule. */
export const heldUntil = (webhook: { hold_from: number; hold_until: number }, now: number): number =>
  webhook.hold_from > now ? 0 : webhook.hold_until;

export type Failing = { failures: number; failingSince: number };
export type Attempted = { attempts: number; firstAttemptAt: number };

export type Verdict = {
  /** Whether the delivery is given up: others succeeded meanwhile, so the target refuses only this one. */
  givenUp: boolean;
  nextAttemptAt: number;
  /** Nothing is sent to the target before this time. */
  holdUntil: number;
  /** Why the webhook is paused, if it is. Nothing is lost: pending deliveries wait. */
  pausedBecause: string | undefined;
};

/** Decides what follows from a failed attempt, which `failing` and `attempted` already count. */
export function afterFailure(
  { failing, attempted, outcome }: { failing: Failing; attempted: Attempted; outcome: WebhookOutcome },
  now: number,
  { retryMs }: WebhookSettings,
): Verdict {
  const step = (index: number) => retryMs[Math.min(index, retryMs.length - 1)] ?? 0;
  const allRetriesMs = retryMs.reduce((sum, pause) => sum + pause, 0);
  // Attempts count too: with time alone, a clock that is set forward would end all retries.
  const dead = failing.failures > retryMs.length && now - failing.failingSince >= allRetriesMs;
  return {
    givenUp: !dead && attempted.attempts > retryMs.length && now - attempted.firstAttemptAt >= allRetriesMs,
    nextAttemptAt: now + Math.round(step(attempted.attempts - 1) * (1 + Math.random() * jitter)),
    holdUntil:
      failing.failures >= suspectAfter ? now + Math.min(step(failing.failures - suspectAfter), longestHoldMs) : 0,
    pausedBecause:
      outcome.status === 410
        ? "The target answered 410 Gone, so it wants no more messages."
        : dead
          ? `Nothing got through since ${new Date(failing.failingSince).toISOString()}. Last: ${outcome.error}`
          : undefined,
  };
}

/** Refuses an address that is visibly inside the network. Host names are resolved and checked at each delivery. */
export function refusedTarget(url: string, { allow }: Pick<WebhookSettings, "allow">): Fault | undefined {
  const target = new URL(url);
  const host = target.hostname.replace(/^\[|\]$/g, "");
  const inside = isIP(host) ? !isPublicAddress(host) : host === "localhost" || host.endsWith(".localhost");
  if (!inside || allowHosts(allow)(target)) return undefined;
  return {
    pointer: "/url",
    code: "not_allowed",
    message: `points to ${host}, which is not on the public internet; the setting WEBHOOK_ALLOW can allow it`,
  };
}
