import { expect, test } from "bun:test";
import { Collection, Register } from "../../cluster/nemesis-model.ts";

test("a register shows at least the number acknowledged when the read began, and at most the number attempted", () => {
  const register = new Register("price");
  const before = register.acknowledged;
  register.acknowledge(register.next());
  register.next();
  expect(register.faultsOf(0, before)).toEqual([]);
  expect(register.faultsOf(1, register.acknowledged)).toEqual([]);
  expect(register.faultsOf(2, register.acknowledged)).toEqual([]);
  expect(register.faultsOf(0, register.acknowledged)).toEqual(["price shows 0, with 1 acknowledged and 2 attempted"]);
  expect(register.faultsOf(3, register.acknowledged)).toEqual(["price shows 3, with 1 acknowledged and 2 attempted"]);
});

test("a created entry is shown once, from its acknowledgement until its removal is requested", () => {
  const items = new Collection("item");
  const one = items.next();
  const unanswered = items.expected();
  expect(items.faultsOf([], unanswered)).toEqual({ wrong: [], doubled: [] });
  expect(items.faultsOf([one], unanswered)).toEqual({ wrong: [], doubled: [] });
  items.made(one);
  expect(items.faultsOf([], unanswered).wrong).toEqual([]);
  const made = items.expected();
  expect(items.faultsOf([], made).wrong).toEqual(["item 1 was acknowledged and is missing"]);
  expect(items.faultsOf([one, one], made).doubled).toEqual(["item 1 is shown 2 times"]);
  items.removing(one);
  expect(items.faultsOf([], made).wrong).toEqual([]);
  expect(items.faultsOf([one], items.expected()).wrong).toEqual([]);
});

test("a removed entry does not reappear, and nothing appears that was not created", () => {
  const items = new Collection("item");
  const one = items.next();
  items.made(one);
  const before = items.expected();
  items.removing(one);
  items.removed(one);
  expect(items.faultsOf([one], before).wrong).toEqual([]);
  expect(items.faultsOf([one], items.expected()).wrong).toEqual(["item 1 was removed and is shown again"]);
  expect(items.faultsOf(["stranger"], before).wrong).toEqual(["stranger is shown, and was never created"]);
});
