import { isLoopback } from "./loopback.ts";
import { Problem } from "./problem.ts";

type TrustSettings = { host: string; publicUrl: string | undefined; corsOrigins: readonly string[] };

/** Several Host headers arrive as one, with commas. */
const isHost = (given: string, url: string) => !given.includes(",") && url.startsWith("http:") && URL.canParse(url);

/**
 * Refuses requests with a malformed or untrusted Host, or an untrusted Origin. A page of another origin must not write here, and a name that an
 * attacker points at 127.0.0.1 must not reach this service (DNS rebinding).
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
  // Nearly all requests have the same Host, so the last one that was accepted is remembered.
  let trustedHost: string | undefined;

  return (request: Request): void => {
    const { headers, url } = request;
    const given = headers.get("host");
    // The target of CONNECT has no address of its own.
    if (given === null || given !== trustedHost || !url.startsWith("http:")) {
      if (given === null || !isHost(given, url)) {
        throw new Problem("host_invalid", "The request needs one Host header that names the service.");
      }
      if (onLoopback && !ownHost(given)) {
        throw new Problem(
          "host_not_allowed",
          `The service listens on loopback and does not answer to the host "${given}". To allow it, set PUBLIC_URL.`,
        );
      }
      trustedHost = given;
    }
    if (request.method === "GET" || request.method === "HEAD") return;
    const origin = headers.get("origin");
    if (origin === null || ownOrigin(origin, given)) return;
    // A page of a configured origin calls with its own key, never with the cookie of the person who views it.
    if (corsOrigins.includes(origin) && !headers.has("cookie")) return;
    throw new Problem("origin_not_allowed", `A page of ${origin} may not write to this service.`);
  };
}
