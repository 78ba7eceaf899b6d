import { lookup } from "node:dns/promises";
import { isIP } from "node:net";
import { type Clock, systemClock } from "./clock.ts";
import { isPublicAddress } from "./public-address.ts";

/** Whether a host may be reached even if its address is not public. */
export type AllowHost = (url: URL) => boolean;

export type SafeRequest = {
  allow?: AllowHost;
  /** For everything: name resolution, redirects and the whole body. */
  timeoutMs: number;
  clock?: Clock;
  /** Limit for the response body after decompression. */
  maxBytes: number;
  method?: "GET" | "POST";
  headers?: Record<string, string>;
  body?: string | Uint8Array<ArrayBuffer>;
  signal?: AbortSignal;
};

/** The service must not connect to this address. Nothing was sent there. */
export class AddressRefused extends Error {}

/** The host cannot be reached, is too slow, or sends too much. */
export class FetchFailed extends Error {
  readonly reason: "unreachable" | "timeout" | "too_large" | "too_many_redirects";

  constructor(reason: FetchFailed["reason"], message: string, cause?: unknown) {
    super(message, { cause });
    this.reason = reason;
  }
}

const maxRedirects = 5;
const redirects = new Set([301, 302, 303, 307, 308]);
const notConnected = new Set([
  "ECONNREFUSED",
  "ConnectionRefused",
  "FailedToOpenSocket",
  "ENETUNREACH",
  "EHOSTUNREACH",
]);

/** `example.com` allows every port of that host, `example.com:8443` only that port. */
export function allowHosts(entries: readonly string[]): AllowHost {
  const allowed = new Set(entries.map((entry) => entry.toLowerCase()));
  return (url) => allowed.has(url.hostname) || allowed.has(`${url.hostname}:${url.port || defaultPort(url)}`);
}

const defaultPort = (url: URL) => (url.protocol === "https:" ? "443" : "80");

/**
 * Fetches an address from an untrusted source without giving it access to the private network of this service (SSRF).
 * The name is resolved here, and the connection goes to the address that was checked, so DNS rebinding has no effect.
 * Each redirect of a GET is checked like the first address. A redirect of a POST is returned to the caller. Reading the
 * body throws `FetchFailed` beyond `maxBytes`.
 */
export async function safeFetch(address: string, request: SafeRequest): Promise<Response> {
  const timeout = new AbortController();
  (request.clock ?? systemClock).after(request.timeoutMs, () => timeout.abort());
  const signal = request.signal ? AbortSignal.any([timeout.signal, request.signal]) : timeout.signal;
  const failed = (error: unknown, host: string): unknown => {
    if (timeout.signal.aborted)
      return new FetchFailed("timeout", `${host} did not answer in ${request.timeoutMs / 1000} s.`, error);
    if (request.signal?.aborted || error instanceof FetchFailed || error instanceof AddressRefused) return error;
    return new FetchFailed("unreachable", `${host} cannot be reached: ${(error as Error).message}`, error);
  };
  const origin = checkedUrl(address).origin;
  let url = checkedUrl(address);
  for (let hop = 0; ; hop++) {
    const { host } = url;
    try {
      const response = await send(url, origin, request, signal);
      const location = response.headers.get("location");
      if (!redirects.has(response.status) || location === null || request.method === "POST") {
        return limited(response, request.maxBytes, (error) => failed(error, host));
      }
      await response.body?.cancel();
      if (hop === maxRedirects) {
        throw new FetchFailed("too_many_redirects", `${host} redirects more than ${maxRedirects} times.`);
      }
      url = checkedUrl(location, url);
    } catch (error) {
      throw failed(error, host);
    }
  }
}

function checkedUrl(address: string, base?: URL): URL {
  if (!URL.canParse(address, base)) throw new AddressRefused(`"${address}" is not an address.`);
  const url = new URL(address, base);
  if (url.protocol !== "http:" && url.protocol !== "https:") {
    throw new AddressRefused(`The address must start with http:// or https://, not ${url.protocol}`);
  }
  if (url.username || url.password) throw new AddressRefused("The address must not contain a user name or a password.");
  return url;
}

async function send(url: URL, firstOrigin: string, request: SafeRequest, signal: AbortSignal): Promise<Response> {
  const headers = new Headers(request.headers);
  headers.set("host", url.host);
  if (url.origin !== firstOrigin) for (const name of ["authorization", "cookie"]) headers.delete(name);
  const addresses = await checkedAddresses(url, request.allow, signal);
  for (const [index, ip] of addresses.entries()) {
    const target = new URL(url);
    target.hostname = isIP(ip) === 6 ? `[${ip}]` : ip;
    try {
      return await fetch(target, {
        method: request.method ?? "GET",
        headers,
        ...(request.body === undefined ? {} : { body: request.body }),
        redirect: "manual",
        // Connections are reused by address, so the certificate could have been checked for another name.
        keepalive: false,
        signal,
        ...(isIP(bare(url)) ? {} : { tls: { serverName: url.hostname } }),
      });
    } catch (error) {
      const last = index === addresses.length - 1;
      if (last || !notConnected.has((error as { code?: string }).code ?? "")) throw error;
    }
  }
  throw new FetchFailed("unreachable", `${url.host} has no address.`);
}

const bare = (url: URL) => url.hostname.replace(/^\[|\]$/g, "");

/** One private address refuses the whole name: a legitimate name has no reason to mix public and private addresses. */
async function checkedAddresses(url: URL, allow: AllowHost | undefined, signal: AbortSignal): Promise<string[]> {
  const host = bare(url);
  const addresses = isIP(host) ? [host] : await resolved(host, signal);
  if (allow?.(url)) return addresses;
  const refused = addresses.find((address) => !isPublicAddress(address));
  if (refused !== undefined) {
    throw new AddressRefused(`${url.host} resolves to ${refused}, which is not an address of the public internet.`);
  }
  return addresses;
}

/** The system's resolver cannot be interrupted, so its result is ignored after the timeout. */
async function resolved(host: string, signal: AbortSignal): Promise<string[]> {
  const aborted = Promise.withResolvers<never>();
  const stop = () => aborted.reject(signal.reason);
  signal.addEventListener("abort", stop, { once: true });
  try {
    const found = await Promise.race([lookup(host, { all: true }), aborted.promise]);
    return found.map(({ address }) => address);
  } finally {
    signal.removeEventListener("abort", stop);
  }
}

function limited(response: Response, maxBytes: number, failed: (error: unknown) => unknown): Response {
  const tooLarge = () => new FetchFailed("too_large", `The answer is larger than ${maxBytes} bytes.`);
  const { body, status, statusText, headers } = response;
  if (Number(headers.get("content-length")) > maxBytes) {
    void body?.cancel();
    throw tooLarge();
  }
  if (!body) return response;
  const reader = body.getReader();
  let read = 0;
  const counted = new ReadableStream<Uint8Array>({
    async pull(controller) {
      try {
        const { done, value } = await reader.read();
        if (done) return controller.close();
        read += value.byteLength;
        if (read > maxBytes) throw tooLarge();
        controller.enqueue(value);
      } catch (error) {
        void reader.cancel().catch(() => {});
        controller.error(failed(error));
      }
    },
    cancel: (reason) => reader.cancel(reason),
  });
  return new Response(counted, { status, statusText, headers });
}
