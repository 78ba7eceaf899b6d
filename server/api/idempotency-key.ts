import { limits } from "../../contract/limits.ts";
import { Problem } from "../http/problem.ts";
import type { KeyedRequest } from "./idempotency.sql.ts";

/**
 * What tells one request from another: where it goes, what it says, and what it says it for. A client that has met a
 * conflict, reads again and sends its edit for the new version would be told of the old conflict for ever.
 */
export function keyedRequest(key: string, request: Request, content: string): KeyedRequest {
  if (!/^[\x21-\x7e]+$/.test(key) || key.length > limits.idempotencyKeyLength) {
    throw new Problem(
      "idempotency_key_invalid",
      `Idempotency-Key must be 1 to ${limits.idempotencyKeyLength} visible ASCII characters.`,
    );
  }
  const address = request.url.slice(request.url.indexOf("/", 8));
  const ifMatch = request.headers.get("if-match");
  const said = ifMatch === null ? content : `If-Match: ${ifMatch}\n${content}`;
  const hash = new Bun.CryptoHasher("sha256").update(`${request.method} ${address}\n${said}`).digest("base64url");
  return { key, request: hash };
}
