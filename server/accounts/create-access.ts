import { RateLimiter } from "../access/rate-limit.ts";
import type { Route } from "../api/route.ts";
import { Problem } from "../http/problem.ts";
import { Gate } from "./access-gate.ts";
import type { AccessParts } from "./access-parts.ts";
import { accountRoutes } from "./account.routes.ts";
import { cookieJar } from "./cookies.ts";
import { createIdentify } from "./identify.ts";
import { keyRoutes } from "./keys.routes.ts";
import { providerRoutes } from "./provider.routes.ts";
import { sessionRoutes } from "./session.routes.ts";
import { userRoutes } from "./users.routes.ts";

type Parts = Omit<AccessParts, "jar">;

/** The routes of sign-in and administration, and the gate before all routes; no gate where nothing is asked or counted. */
export function createAccess(given: Parts): { routes: Route[]; gate: Gate | undefined } {
  const { config, db, log, now } = given;
  const jar = cookieJar(config.publicUrl?.startsWith("https:") ?? false);
  const parts: AccessParts = { ...given, jar };
  const session = sessionRoutes(parts);
  const rest = [...accountRoutes(parts), ...userRoutes(parts), ...keyRoutes(parts), ...providerRoutes(parts)];
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
  };
}

/** Where nobody signs in, anyone could give himself rights that outlast the open mode. Only asking who one is stays. */
const closed = (route: Route): Route =>
  route.endpoint.path === "/api/session" && route.endpoint.method !== "POST"
    ? route
    : {
        ...route,
        handle: async () => {
          throw new Problem(
            "access_is_open",
            "Nobody signs in to this service. Use `npx catalog users` and `npx catalog keys`, or start it with ACCESS=required.",
          );
        },
      };
