import { describe, expect, test } from "bun:test";
import { firstRequests } from "./first-requests.ts";

const everywhere = ["/api/session", "/api/projects"];
const tree = "/api/projects/shop/categories?lang=en";

describe("what is asked for before the program is there", () => {
  test("who one is and which projects there are, on every screen", () => {
    for (const path of ["/", "/people", "/account", "/projects/shop/history"])
      expect(firstRequests(path, "")).toEqual(everywhere);
  });

  test("the tree of a project, the list of a leaf, and an open item", () => {
    expect(firstRequests("/projects/shop", "")).toEqual([...everywhere, tree]);
    expect(firstRequests("/projects/shop", "?subcategory=tablets&item=abc")).toEqual([
      ...everywhere,
      tree,
      "/api/subcategories/tablets/items?lang=en&page=1&limit=100&etags=true",
      "/api/items/abc?lang=en",
    ]);
  });

  test("nothing that the router would read in another way", () => {
    for (const search of [
      "?subcategory=tablets&search=pro",
      "?subcategory=%22tablets%22",
      "?subcategory=12",
      "?subcategory=true",
      "?item=unsent:1",
      "?item=%D1%82",
    ])
      expect(firstRequests("/projects/shop", search)).toEqual([...everywhere, tree]);
  });
});
