import type { Reason } from "../platform/reason.ts";
import type { Act, ActRequest } from "./act.ts";
import type { Failure } from "./failure.ts";

export type ActAnswer =
  | { kind: "done"; data: unknown; etag: string | undefined; changeSet?: string | null }
  /** `unknownIds`: the ids in the request that do not exist any more. */
  | (Failure & { unknownIds?: readonly string[] });

export type SendRequest = (
  request: ActRequest,
  keys: { idempotencyKey: string; changeSet: string },
) => Promise<ActAnswer>;

type Steps = {
  send: SendRequest;
  /** Resolves when the act is stored. */
  written(): Promise<void>;
  /** Called before the request counts as done. If it fails, the request is sent again and gets the same answer. */
  answered(act: Act, data: unknown, etag: string | undefined): Promise<void>;
  update(act: Act): void;
};

/** Sends the requests of an act that are not answered yet, one after the other, until one fails or the act is cancelled. */
export async function sendRequests(
  act: Act,
  { send, written, answered, update }: Steps,
): Promise<{ kind: "done"; answers: unknown[] } | Failure> {
  const answers: unknown[] = [];
  while (act.done < act.requests.length && !act.cancelled) {
    await written();
    if (act.cancelled) break;
    const next = act.requests[act.done] as ActRequest;
    const idempotencyKey = [act.id, act.attempt, act.done, ...(act.part ? [act.part] : [])].join("-");
    const answer = await send(next, { idempotencyKey, changeSet: act.id });
    const mended = answer.kind === "rejected" && (withoutUnknown(next, answer.unknownIds) || withNextId(act, answer));
    if (mended) {
      act.attempt++;
      update(act);
      continue;
    }
    if (answer.kind !== "done") return answer;
    try {
      await answered(act, answer.data, answer.etag);
    } catch {
      return { kind: "unreachable" };
    }
    answers.push(answer.data);
    if (answer.changeSet) act.changeSet = answer.changeSet;
    const rest = nextPart(next, answer.data);
    if (rest) {
      act.requests = act.requests.with(act.done, rest);
      act.part = (act.part ?? 0) + 1;
    } else {
      act.done++;
      delete act.part;
    }
    delete act.failures;
    update(act);
  }
  return { kind: "done", answers };
}

/** Leaves out what someone else has deleted meanwhile, as long as anything is left. */
function withoutUnknown(request: ActRequest, unknownIds: readonly string[] | undefined): boolean {
  const ids = request.body?.itemIds as string[] | undefined;
  if (!ids || !unknownIds || unknownIds.length === 0) return false;
  const left = ids.filter((id) => !unknownIds.includes(id));
  if (left.length === ids.length || left.length === 0) return false;
  request.body = { ...request.body, itemIds: left };
  return true;
}

/** More than anyone would look through; after that the service makes an id of its own. */
const mostIds = 9;

/** Tries the next number after an id that somebody else has. */
function withNextId({ requests, done, attempt }: Act, { reason }: { reason: Reason }): boolean {
  const request = requests[done];
  if (reason.code !== "id_taken" || !request?.wishedId || !request.body?.id) return false;
  const { wishedId } = request;
  const { id, ...body } = request.body;
  const number = Number(String(id).slice(wishedId.length + 1) || 1) + 1;
  request.body = attempt < mostIds ? { ...body, id: `${wishedId}-${number}` } : body;
  return true;
}

/** The request for the next part of everything that matches. How many match is checked with the first part. */
function nextPart(request: ActRequest, data: unknown): ActRequest | undefined {
  const cursor = request.body?.where ? (data as { cursor?: string | null }).cursor : undefined;
  if (!cursor) return undefined;
  const { expect: _, ...body } = request.body ?? {};
  return { ...request, body: { ...body, cursor } };
}
