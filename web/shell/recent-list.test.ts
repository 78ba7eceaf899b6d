import { describe, expect, test } from "bun:test";
import { type Recent, type RecentKey, withOpened, without } from "./recent-list.ts";

const recent = (key: RecentKey, projectId = "shop", person = ""): Recent => ({ person, projectId, key });
const keys = (recents: readonly Recent[]) => recents.map(({ key }) => key);

describe("what was opened last", () => {
  test("comes first, and once", () => {
    const opened = (["item:a", "category:b", "item:a", "item:c"] as const).reduce<readonly Recent[]>(
      (recents, key) => withOpened(recents, recent(key)),
      [],
    );
    expect(keys(opened)).toEqual(["item:c", "item:a", "category:b"]);
  });

  test("is kept apart by project and by person", () => {
    const opened = [recent("item:a"), recent("item:a", "other"), recent("item:a", "shop", "eve")];
    const all = opened.reduce<readonly Recent[]>(withOpened, []);
    expect(all).toHaveLength(3);
    expect(without(all, [recent("item:a")])).toEqual([opened[2], opened[1]] as Recent[]);
  });

  test("is bounded, and the oldest is forgotten first", () => {
    let recents: readonly Recent[] = [];
    for (let at = 0; at < 500; at++) recents = withOpened(recents, recent(`item:${at}`));
    expect(recents).toHaveLength(200);
    expect(recents.at(-1)?.key).toBe("item:300");
  });
});
