import { randomBytes } from "node:crypto";
import { isIP } from "node:net";
import type { Fault } from "../../contract/errors.ts";
import type { WebhookEventType, WebhookOutcome } from "../../contract/webhooks.ts";
import { isPublicAddress } from "../http/public-address.ts";
import { allowHosts } from "../http/safe-fetch.ts";
import { actionOf } from "../log/change-event.ts";
import type { LoggedChange } from "../log/follow.sql.ts";

export type WebhookSettings = {
  /** Hosts that may be reached although they are not on the public internet. */
  allow: readonly string[];
  timeoutMs: number;
  /** The pauses between the attempts. A target that fails for as long as they are together is dead. */
  retryMs: readonly number[];
};

/** After so many failures without a success it is the target that fails, and not a message: it is probed, and not besieged. */
export const suspectAfter = 5;
const longestHoldMs = 5 * 60_000;
/** Targets that fail together shall not be tried again together. */
const jitter = 0.1;

const pastTense = { create: "created", update: "updated", delete: "deleted", restore: "restored" } as const;

export const eventTypeOf = (change: LoggedChange): WebhookEventType => `${change.kind}.${pastTense[actionOf(change)]}`;

/** Changes of the same thing have the same resource, whatever its id was at the time. */
export const resourceOf = (change: LoggedChange): string => `${change.kind} ${change.entity_key ?? change.seq}`;

export const newSecret = (): string => `whsec_${randomBytes(32).toString("base64")}`;

/** When a delivery is due. A clock that shows less than at the last attempt was set back: nobody knows how long it has waited. */
export const dueAt = (delivery: { last_attempt_at: number | null; next_attempt_at: number }, now: number): number =>
  (delivery.last_attempt_at ?? 0) > now ? now : delivery.next_attempt_at;

/** Until when nothing is sent to the target, by the same rule. */
export const heldUntil = (webhook: { hold_from: number; hold_until: number }, now: number): number =>
  webhook.hold_from > now ? 0 : webhook.hold_until;

export type Failing = { failures: number; failingSince: number };
export type Attempted = { attempts: number; firstAttemptAt: number };

export type Verdict = {
  /** Not tried again: others got through meanwhile, so it is this one that the target does not want. */
  givenUp: boolean;
  nextAttemptAt: number;
  /** Nothing is sent to the target before. */
  holdUntil: number;
  /** Why the webhook is paused, if it is. Nothing is lost: what was not delivered waits. */
  pausedBecause: string | undefined;
};

/** What follows from a failed attempt. `failing` and `attempted` count it already. */
export function afterFailure(
  failing: Failing,
  attempted: Attempted,
  outcome: WebhookOutcome,
  now: number,
  { retryMs }: WebhookSettings,
): Verdict {
  const step = (index: number) => retryMs[Math.min(index, retryMs.length - 1)] ?? 0;
  const patience = retryMs.reduce((sum, pause) => sum + pause, 0);
  // Time alone does not tell: a clock that is set forward makes any time long.
  const dead = failing.failures > retryMs.length && now - failing.failingSince >= patience;
  return {
    givenUp: !dead && attempted.attempts > retryMs.length && now - attempted.firstAttemptAt >= patience,
    nextAttemptAt: now + Math.round(step(attempted.attempts - 1) * (1 + Math.random() * jitter)),
    holdUntil:
      failing.failures >= suspectAfter ? now + Math.min(step(failing.failures - suspectAfter), longestHoldMs) : 0,
    pausedBecause:
      outcome.status === 410
        ? "The target answered 410 Gone: it wants no more."
        : dead
          ? `Nothing got through since ${new Date(failing.failingSince).toISOString()}. Last: ${outcome.error}`
          : undefined,
  };
}

/** An address that can be told to be inside this network without asking anyone. Names are checked at each delivery. */
export function refusedTarget(url: string, { allow }: Pick<WebhookSettings, "allow">): Fault | undefined {
  const target = new URL(url);
  const host = target.hostname.replace(/^\[|\]$/g, "");
  const inside = isIP(host) ? !isPublicAddress(host) : host === "localhost" || host.endsWith(".localhost");
  if (!inside || allowHosts(allow)(target)) return undefined;
  return {
    pointer: "/url",
    code: "not_allowed",
    message: `leads to ${host}, which is not on the public internet; the setting WEBHOOK_ALLOW can allow it`,
  };
}
