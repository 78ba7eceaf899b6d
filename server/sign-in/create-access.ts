import { RateLimiter } from "../access/rate-limit.ts";
import type { Route } from "../api/route.ts";
import { Problem } from "../http/problem.ts";
import { invitationRoutes } from "../people/invitations.routes.ts";
import { keyRoutes } from "../people/keys.routes.ts";
import { createMailer } from "../people/mailer.ts";
import { userRoutes } from "../people/users.routes.ts";
import { Gate } from "./access-gate.ts";
import type { AccessParts } from "./access-parts.ts";
import { accountRoutes } from "./account.routes.ts";
import { cookieJar } from "./cookies.ts";
import { createIdentify } from "./identify.ts";
import { linkRoutes } from "./links.routes.ts";
import { passkeyRoutes } from "./passkeys.routes.ts";
import { providerRoutes } from "./provider.routes.ts";
import { resetRoutes } from "./resets.routes.ts";
import { sessionRoutes } from "./session.routes.ts";

type Parts = Omit<AccessParts, "jar" | "mailer">;

/** The routes of sign-in and administration, and the gate for all routes, if there is a sign-in or a rate limit. */
export function createAccess(given: Parts): { routes: Route[]; gate: Gate | undefined; close(): Promise<void> } {
  const { config, db, log, now } = given;
  const jar = cookieJar(config.publicUrl?.startsWith("https:") ?? false);
  const mailer = config.mail && createMailer(config.mail, log);
  const parts: AccessParts = { ...given, jar, mailer };
  const session = sessionRoutes(parts);
  const resets = resetRoutes(parts);
  const rest = [
    ...accountRoutes(parts),
    ...userRoutes(parts),
    ...invitationRoutes(parts),
    ...linkRoutes(parts),
    ...resets.routes,
    ...passkeyRoutes(parts),
    ...keyRoutes(parts),
    ...providerRoutes(parts),
  ];
  const required = config.access === "required";
  const limiter = new RateLimiter({ db, log, now, shared: db.engine !== "sqlite" });
  return {
    routes: required ? [...session, ...rest] : [...session, ...rest].map(closed),
    gate:
      required || config.rateLimits
        ? new Gate({
            identify: required ? createIdentify({ db, jar, log, now }) : undefined,
            limiter,
            limits: config.rateLimits,
          })
        : undefined,
    close: resets.close,
  };
}

/** Without sign-in, anyone could grant themselves rights that outlast the open mode. Only the session can be read. */
const closed = (route: Route): Route =>
  route.endpoint.path === "/api/session" && route.endpoint.method !== "POST"
    ? route
    : {
        ...route,
        handle: async () => {
          throw new Problem(
            "access_is_open",
            "This service has no sign-in. Use `npx catalog users` and `npx catalog keys`, or start it with ACCESS=required.",
          );
        },
      };
