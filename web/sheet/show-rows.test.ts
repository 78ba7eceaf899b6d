import { expect, spyOn, test } from "bun:test";
import type { ItemRowChange } from "../../contract/item-rows.ts";
import type { Item } from "../../contract/items.ts";
import { closeDialog, dialogStore } from "../widgets/dialogs.ts";

// The words of the interface are chosen by it, when they are first imported.
Object.defineProperty(navigator, "languages", { value: ["en"], configurable: true });
const { loadText } = await import("../platform/i18n/i18n.ts");
const { candidateOf } = await import("../items/grid/showing.ts");
const { saving } = await import("../saving/saving.ts");
const { askAboutRows } = await import("./show-rows.ts");
await loadText();

const lamp = (id: string, over: Partial<Item> = {}) =>
  ({ id, name: "Lamp", price: 50, imgs: ["a.png"], visible: false, translations: {}, ...over }) as unknown as Item;

/** The questions that come before these rows are written, all answered alike, and what is left of them. */
async function asked(data: Record<string, unknown>, item: Item, answer = true) {
  const rows = [{ id: item.id, data: { ...data } }] as ItemRowChange[];
  const plan = { rows, shown: {}, cells: Object.keys(data).length, created: 0, faults: [], readOnly: 0, outside: 0 };
  const kinds: string[] = [];
  const stop = dialogStore.subscribe(() => {
    const dialog = dialogStore.get();
    if (!dialog) return;
    kinds.push(dialog.name);
    closeDialog();
    (dialog.given as { answer(answer: boolean): void }).answer(answer);
  });
  await askAboutRows(plan, () => item);
  stop();
  return { kinds: kinds.join(), rows: plan.rows.map((row) => row.data) };
}

test("an item that is shown without its price is asked about once", async () => {
  const data = { price: 0, visible: true };
  expect(await asked(data, lamp("a"))).toEqual({ kinds: "show-items", rows: [data] });
  expect(await asked(data, lamp("b"), false)).toEqual({ kinds: "show-items", rows: [{ price: 0 }] });
});

test("a yes to something else that it lacked is none to the price that it loses", async () => {
  const item = lamp("c", { imgs: [] });
  expect(await asked({ visible: true }, item)).toMatchObject({ kinds: "show-items" });
  expect(await asked({ price: 0, visible: true }, item, false)).toEqual({
    kinds: "empty-prices",
    rows: [{ visible: true }],
  });
});

test("an item whose switch was just turned on is shown, also before that is saved", async () => {
  const item = lamp("d");
  const view = saving.view;
  using _ = spyOn(saving, "view").mockImplementation((record, field) => ({
    ...view(record, field),
    ...(field === "visible" && { draft: { value: true } }),
  }));
  expect(await asked({ price: 0 }, candidateOf(item), false)).toEqual({ kinds: "empty-prices", rows: [] });
});
