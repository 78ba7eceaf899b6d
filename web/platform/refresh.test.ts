import { afterAll, afterEach, beforeAll, describe, expect, jest, test } from "bun:test";
import { QueryObserver } from "@tanstack/react-query";
import { keys, queryClient } from "./api.ts";
import { refresh, refreshCounts, refreshSearches } from "./refresh.ts";

const page = { hidden: false };
Object.assign(globalThis, { document: page });

beforeAll(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  queryClient.clear();
  page.hidden = false;
  // What still waits.
  jest.advanceTimersByTime(5_000);
});
afterAll(() => {
  jest.useRealTimers();
  Reflect.deleteProperty(globalThis, "document");
});

/** A search or a count on the screen, and how often it was asked. */
async function shown(key: readonly unknown[], answer: () => Promise<number>) {
  let asked = 0;
  const queryKey = [...key, "shop"];
  const queryFn = () => {
    asked++;
    return answer();
  };
  await queryClient.prefetchQuery({ queryKey, queryFn });
  const stop = new QueryObserver(queryClient, { queryKey, queryFn, staleTime: Number.POSITIVE_INFINITY }).subscribe(
    () => {},
  );
  return { asked: () => asked, stop };
}

/** Lets the promises settle that a timer has begun. */
const settle = async () => {
  for (let turn = 0; turn < 20; turn++) await Promise.resolve();
};

/** Time passes, with ten changes a second. */
async function pass(ms: number, afterChange = refreshSearches) {
  for (let gone = 0; gone < ms; gone += 100) {
    afterChange();
    jest.advanceTimersByTime(100);
    await settle();
  }
}

describe("searches", () => {
  test("are read again soon after a change, and then at most every two seconds", async () => {
    const search = await shown(keys.searches, async () => 1);
    await pass(500);
    expect(search.asked()).toBe(2);
    await pass(1_500);
    expect(search.asked()).toBe(2);
    await pass(6_000);
    expect(search.asked()).toBe(5);
    search.stop();
  });

  test("are not asked again before the last answer has come, however long that takes", async () => {
    let answer: (total: number) => void = () => {};
    let slow = false;
    const search = await shown(keys.searches, () =>
      slow
        ? new Promise<number>((resolve) => {
            answer = resolve;
          })
        : Promise.resolve(1),
    );
    await pass(3_000);
    const before = search.asked();
    slow = true;
    await pass(10_000);
    expect(search.asked()).toBe(before + 1);
    slow = false;
    answer(2);
    await settle();
    await pass(2_500);
    expect(search.asked()).toBeGreaterThan(before + 1);
    search.stop();
  });

  test("are not read while nobody sees the page, but when it is seen again", async () => {
    const search = await shown(keys.searches, async () => 1);
    page.hidden = true;
    await pass(5_000);
    expect(search.asked()).toBe(1);
    expect(queryClient.getQueryState([...keys.searches, "shop"])?.isInvalidated).toBe(true);
    search.stop();
  });
});

test("counts are read at most every two seconds too, though a save asks for them and then its event asks again", async () => {
  const count = await shown(keys.counts, async () => 1);
  await pass(8_000, () => {
    refreshCounts();
    refreshSearches();
  });
  expect(count.asked()).toBe(5);
  count.stop();
});

test("a first answer that is still loading is followed by one more, however many changes are heard meanwhile", async () => {
  const answers: ((total: number) => void)[] = [];
  const queryKey = [...keys.searches, "first"];
  const queryFn = () => new Promise<number>((resolve) => answers.push(resolve));
  const stop = new QueryObserver(queryClient, { queryKey, queryFn }).subscribe(() => {});
  const read = [1, 2, 3].map(() => refresh({ queryKey }));
  const invalidated = jest.spyOn(queryClient, "invalidateQueries");
  answers[0]?.(1);
  await settle();
  expect(invalidated.mock.calls).toEqual([[{ queryKey, exact: true }]]);
  invalidated.mockRestore();
  expect(answers.length).toBe(2);
  answers[1]?.(2);
  await Promise.all(read);
  expect(queryClient.getQueryData<number>(queryKey)).toBe(2);
  stop();
});
