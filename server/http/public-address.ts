import { BlockList, isIP } from "node:net";

/** Addresses that IANA reserves for purposes other than the public internet. */
const reserved = new BlockList();
for (const [network, bits] of [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.0.2.0", 24],
  ["192.88.99.0", 24],
  ["192.168.0.0", 16],
  ["198.18.0.0", 15],
  ["198.51.100.0", 24],
  ["203.0.113.0", 24],
  ["224.0.0.0", 4],
  ["240.0.0.0", 4],
] as const) {
  reserved.addSubnet(network, bits, "ipv4");
}
for (const [network, bits] of [
  // Teredo and 6to4 addresses contain an IPv4 address, which may be any.
  ["2001::", 23],
  ["2002::", 16],
  ["2001:db8::", 32],
  ["3fff::", 20],
] as const) {
  reserved.addSubnet(network, bits, "ipv6");
}

const globalUnicast = new BlockList();
globalUnicast.addSubnet("2000::", 3, "ipv6");

const nat64Prefix = "64:ff9b::";

/**
 * Whether an address belongs to the public internet. In IPv6 only global unicast addresses do: loopback, link-local,
 * unique local, multicast and IPv4-mapped addresses are outside that range.
 */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address);
  if (family === 4) return !reserved.check(address, "ipv4");
  if (family !== 6 || address.includes("%")) return false;
  const canonical = new URL(`http://[${address}]`).hostname.slice(1, -1);
  // IPv6-only networks reach IPv4 through NAT64. The address that counts is the IPv4 address inside.
  if (canonical.startsWith(nat64Prefix)) return isPublicAddress(embedded(canonical.slice(nat64Prefix.length)));
  return globalUnicast.check(canonical, "ipv6") && !reserved.check(canonical, "ipv6");
}

function embedded(groups: string): string {
  const [low = 0, high = 0, ...more] = groups
    .split(":")
    .reverse()
    .map((group) => Number.parseInt(group || "0", 16));
  return more.length > 0 ? "" : [high >> 8, high & 255, low >> 8, low & 255].join(".");
}
