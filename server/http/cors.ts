const exposedHeaders =
  "Change-Set, Content-Language, ETag, Idempotency-Replayed, Item-ETags, Item-Key, Link, Location, RateLimit, RateLimit-Policy, Retry-After, X-Request-Id";
const acceptedHeaders =
  "Authorization, Change-Set, Content-Type, If-Match, If-None-Match, Idempotency-Key, Item-Key, Accept-Language, Last-Event-ID, X-Request-Id";

/** Lets pages of configured origins call the API. */
export type Cors = {
  /** The response to a preflight request; undefined for any other request. */
  preflight(request: Request): Response | undefined;
  /** Adds the headers that let the page read the response. */
  allow(request: Request, response: Response): void;
};

/**
 * CORS for the configured origins, without cookies: a page of another origin calls with its own key. With no origins
 * configured there are no CORS headers, and browsers block other origins.
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
          "access-control-allow-methods": "GET, HEAD, POST, PUT, PATCH, DELETE",
          "access-control-allow-headers": acceptedHeaders,
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
      response.headers.set("access-control-expose-headers", exposedHeaders);
    },
  };
}
