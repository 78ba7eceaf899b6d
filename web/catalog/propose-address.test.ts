import { expect, test } from "bun:test";
import fc from "fast-check";
import { slugify } from "transliteration";
import { subcategoryId } from "../../contract/fields.ts";
import { slugOf } from "../../contract/slug.ts";
import { addressFor, freeAddress, plainLatin } from "./propose-address.ts";
import { nodeKey, type Tree, type TreeNode } from "./tree.ts";

test("an address is made from a name in any script", async () => {
  expect(await addressFor("Phones")).toBe("phones");
  expect(await addressFor("  Phones & Tablets! ")).toBe("phones-tablets");
  expect(await addressFor("Телефоны и планшеты")).toBe("telefony-i-planshety");
  expect(await addressFor("Größe")).toBe("grosse");
  expect(await addressFor("💩")).toBe("");
  expect(await addressFor("..")).toBe("");
});

test("plain letters give what the table of all scripts gives", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme-ascii", maxLength: 300 }), (name) => {
      expect(slugOf(name, plainLatin)).toBe(slugOf(name, slugify));
    }),
    { numRuns: 2_000 },
  );
});

test("an address is one that the service takes", async () => {
  const names = fc.string({ unit: "grapheme", maxLength: 300 });
  await fc.assert(
    fc.asyncProperty(names, async (name) => {
      const address = await addressFor(name);
      expect(address === "" || subcategoryId.safeParse(`${address}-99`).success, address).toBe(true);
    }),
  );
});

test("a taken address gets the first number that is free", () => {
  const tree: Tree = { nodes: new Map(), roots: [] };
  const taken = (...ids: string[]) => ({
    ...tree,
    nodes: new Map(ids.map((id) => [nodeKey("subcategory", id), {} as TreeNode])),
  });
  expect(freeAddress(tree, "phones")).toBe("phones");
  expect(freeAddress(taken("phones", "phones-2"), "phones")).toBe("phones-3");
  // A number that belongs to the name stays.
  expect(freeAddress(taken("iphone-15"), "iphone-15")).toBe("iphone-15-2");
});
