import { isLoopback } from "./loopback.ts";
import { Problem } from "./problem.ts";

type TrustSettings = { host: string; publicUrl: string | undefined; corsOrigins: readonly string[] };

/**
 * Which requests come from where they should. A page of another origin must not write here, and a name that an
 * attacker points at 127.0.0.1 must not make this service his (DNS rebinding).
 */
export function createTrust({ host, publicUrl, corsOrigins }: TrustSettings) {
  const publicHost = publicUrl === undefined ? undefined : new URL(publicUrl).host;
  const onLoopback = isLoopback(host);
  const ownHost = (name: string) => {
    if (name === publicHost) return true;
    const hostname = name.replace(/:\d+$/, "").replace(/^\[|\]$/g, "");
    return isLoopback(hostname) || hostname.endsWith(".localhost");
  };
  const ownOrigin = (origin: string, given: string) =>
    origin === publicUrl || origin === `http://${given}` || origin === `https://${given}`;
  // The same Host comes again and again: the answer for the last one is kept.
  let trustedHost: string | undefined;

  return (request: Request): void => {
    const { headers } = request;
    const given = headers.get("host") ?? "";
    if (onLoopback && given !== trustedHost) {
      if (!ownHost(given)) {
        throw new Problem(
          "host_not_allowed",
          `The service listens on loopback and does not go by the name "${given}". If it should, set PUBLIC_URL.`,
        );
      }
      trustedHost = given;
    }
    if (request.method === "GET" || request.method === "HEAD") return;
    const origin = headers.get("origin");
    if (origin === null || ownOrigin(origin, given)) return;
    // A page of a configured origin calls with a key of its own, never with the cookie of whoever looks at it.
    if (corsOrigins.includes(origin) && !headers.has("cookie")) return;
    throw new Problem("origin_not_allowed", `A page of ${origin} may not write to this service.`);
  };
}
