import { limits } from "../../contract/limits.ts";
import { Problem } from "../http/problem.ts";
import { targetOf } from "../http/request-target.ts";
import type { KeyedRequest } from "./idempotency.sql.ts";

/**
 * The key and a hash of the request: its method, address, body and If-Match. If-Match counts because a client that
 * reads again after a conflict and sends its edit for the new version would otherwise get the old conflict again.
 */
export function keyedRequest(idempotencyKey: string, request: Request, content: string): KeyedRequest {
  if (!/^[\x21-\x7e]+$/.test(idempotencyKey) || idempotencyKey.length > limits.idempotencyKeyLength) {
    throw new Problem(
      "idempotency_key_invalid",
      `Idempotency-Key must be 1 to ${limits.idempotencyKeyLength} visible ASCII characters.`,
    );
  }
  const ifMatch = request.headers.get("if-match");
  const text = ifMatch === null ? content : `If-Match: ${ifMatch}\n${content}`;
  const hash = new Bun.CryptoHasher("sha256")
    .update(`${request.method} ${targetOf(request.url)}\n${text}`)
    .digest("base64url");
  return { idempotencyKey, request: hash };
}
