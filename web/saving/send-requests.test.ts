import { expect, test } from "bun:test";
import { type Act, request } from "./act.ts";
import { type SendRequest, sendRequests } from "./send-requests.ts";

/** Sends the addition of a subcategory to a service that has some ids already. */
async function addWith(id: string, wishedId: string, isTaken: (id: unknown) => boolean) {
  const made = request("createSubcategory", { params: { categoryId: "c" }, body: { name: "Phones", id } });
  const act = { id: "act", requests: [{ ...made, wishedId }], done: 0, attempt: 0 } as unknown as Act;
  const tried: unknown[] = [];
  const keys = new Set<string>();
  const send: SendRequest = async ({ body }, { idempotencyKey }) => {
    tried.push(body?.id);
    keys.add(idempotencyKey);
    if (isTaken(body?.id)) return { kind: "rejected", reason: { code: "id_taken", message: "" } };
    return { kind: "done", data: {}, etag: undefined };
  };
  const steps = { send, written: async () => {}, answered: async () => {}, update: () => {} };
  const end = await sendRequests(act, steps);
  expect(keys.size).toBe(tried.length);
  return { end: end.kind, tried };
}

test("an id that is taken gets the next number", async () => {
  const taken = new Set<unknown>(["phones", "phones-2"]);
  expect(await addWith("phones", "phones", (id) => taken.has(id))).toEqual({
    end: "done",
    tried: ["phones", "phones-2", "phones-3"],
  });
  // The tree showed that the first one is taken. A number of the name itself is none that was added.
  expect((await addWith("model-3-2", "model-3", (id) => id === "model-3-2")).tried).toEqual(["model-3-2", "model-3-3"]);
});

test("after some numbers the service makes the id", async () => {
  const { end, tried } = await addWith("phones", "phones", (id) => id !== undefined);
  expect(end).toBe("done");
  expect(tried.slice(-2)).toEqual(["phones-10", undefined]);
});

test("an id that nobody wished for is refused", async () => {
  expect(await addWith("phones", "", () => true)).toEqual({ end: "rejected", tried: ["phones"] });
});
