import { expect, test } from "bun:test";
import pino from "pino";
import { clientAddress, untrustedProxyNotice } from "./client-address.ts";

const from = (address: string, forwarded?: string, proxies = 0) => {
  const headers = forwarded === undefined ? {} : { "x-forwarded-for": forwarded };
  const request = new Request("http://127.0.0.1/", { headers });
  return clientAddress(request, { requestIP: () => ({ address }) }, proxies);
};

test("an IPv6 client counts as its whole /64, however its address is written", () => {
  for (const address of ["2001:db8:0:7::1", "2001:DB8:0:7:ffff::2", "2001:db8:0:7:1:2:3:4"]) {
    expect(from(address)).toBe("2001:db8:0:7");
  }
  expect(from("2001:db8:0:8::1")).toBe("2001:db8:0:8");
});

test("an IPv4-mapped IPv6 address is the same client", () => {
  expect(from("::ffff:192.0.2.1")).toBe(from("192.0.2.1"));
});

test("forwarded addresses count only if trusted proxies wrote them", () => {
  expect(from("192.0.2.1", "198.51.100.7")).toBe("192.0.2.1");
  expect(from("192.0.2.1", "6.6.6.6, 198.51.100.7", 1)).toBe("198.51.100.7");
  expect(from("192.0.2.1", "6.6.6.6, 198.51.100.7, 203.0.113.9", 2)).toBe("198.51.100.7");
  expect(from("192.0.2.1", undefined, 1)).toBe("192.0.2.1");
});

test("a proxy that the settings do not know is named in the log, once", () => {
  const words: string[] = [];
  const log = pino({}, { write: (line) => void words.push((JSON.parse(line) as { msg: string }).msg) });
  const request = (headers: Record<string, string>) => new Request("http://127.0.0.1/", { headers });
  const notice = untrustedProxyNotice(0, log);
  notice(request({}));
  expect(words).toEqual([]);
  for (const name of ["forwarded", "x-forwarded-for", "x-forwarded-for"]) notice(request({ [name]: "for=192.0.2.1" }));
  expect(words).toEqual([expect.stringContaining("set TRUSTED_PROXIES to the number of your proxies")]);
  untrustedProxyNotice(1, log)(request({ "x-forwarded-for": "192.0.2.1" }));
  expect(words).toHaveLength(1);
});
