import type { Log } from "./logger.ts";

/** What Bun's server knows about a connection: the address of its client and its idle timeout. */
export type Peers = {
  requestIP(request: Request): { address: string } | null;
  timeout?(request: Request, seconds: number): void;
};

/**
 * The address of a client. A client can forge X-Forwarded-For, so only the entries that our own proxies added are
 * trusted: with `proxies` of them in front, the entry that many places from the end.
 */
export function clientAddress(request: Request, peers: Peers | undefined, proxies: number): string {
  const direct = peers?.requestIP(request)?.address ?? "";
  if (proxies === 0) return plain(direct);
  const hops = (request.headers.get("x-forwarded-for") ?? "").split(",").map((hop) => hop.trim());
  return plain(hops.at(-proxies) || direct);
}

/** A service behind a proxy gets all its requests from it: looking at further ones would only take time. */
const lookedAt = 1_000;

/**
 * Logs, once, that a request came through a proxy that the settings do not know: limits and the audit log would take it
 * for the client.
 */
export function untrustedProxyNotice(proxies: number, log: Log): (request: Request) => void {
  let left = proxies > 0 ? 0 : lookedAt;
  return ({ headers }) => {
    if (left === 0) return;
    left--;
    if (!(headers.has("x-forwarded-for") || headers.has("forwarded"))) return;
    left = 0;
    log.warn(
      "a request came through a proxy, and TRUSTED_PROXIES is 0: limits and the audit log see the address of the proxy. " +
        "If it is yours, set TRUSTED_PROXIES to the number of your proxies that add to X-Forwarded-For",
    );
  };
}

/** An IPv4-mapped IPv6 address is the same client as the IPv4 address. An IPv6 client owns a whole /64. */
function plain(address: string): string {
  const v4 = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (v4) return v4;
  if (!address.includes(":")) return address.slice(0, 64);
  const [head = "", tail] = address.toLowerCase().split("::");
  const front = head === "" ? [] : head.split(":");
  if (tail === undefined) return front.slice(0, 4).join(":");
  const back = tail === "" ? [] : tail.split(":");
  const zeros = new Array<string>(Math.max(0, 8 - front.length - back.length)).fill("0");
  return [...front, ...zeros, ...back].slice(0, 4).join(":");
}
