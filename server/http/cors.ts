const exposed =
  "Change-Set, Content-Language, ETag, Idempotency-Replayed, Item-ETags, Link, Location, RateLimit, RateLimit-Policy, Retry-After, X-Request-Id";
const taken =
  "Authorization, Change-Set, Content-Type, If-Match, If-None-Match, Idempotency-Key, Accept-Language, Last-Event-ID, X-Request-Id";

/** Whether pages of other origins may call the API, and which. */
export type Cors = {
  /** The answer to a browser that asks before it sends; undefined for any other request. */
  preflight(request: Request): Response | undefined;
  /** Lets the page read the answer. */
  allow(request: Request, response: Response): void;
};

/**
 * Only for the origins that are set up, and never with cookies: a page elsewhere calls with a key of its own. Without any
 * there is no CORS at all, and browsers keep other origins out.
 */
export function createCors(origins: readonly string[]): Cors | undefined {
  if (origins.length === 0) return undefined;
  const known = new Set(origins);
  const origin = (request: Request) => {
    const given = request.headers.get("origin");
    return given !== null && known.has(given) ? given : undefined;
  };
  return {
    preflight(request) {
      const from = origin(request);
      if (request.method !== "OPTIONS" || !from || !request.headers.has("access-control-request-method"))
        return undefined;
      return new Response(null, {
        status: 204,
        headers: {
          "access-control-allow-origin": from,
          "access-control-allow-methods": "GET, HEAD, POST, PATCH, DELETE",
          "access-control-allow-headers": taken,
          "access-control-max-age": "600",
          vary: "Origin",
        },
      });
    },
    allow(request, response) {
      response.headers.append("vary", "Origin");
      const from = origin(request);
      if (!from) return;
      response.headers.set("access-control-allow-origin", from);
      response.headers.set("access-control-expose-headers", exposed);
    },
  };
}
