import { afterAll, expect, test } from "bun:test";
import { watchTyping } from "./typing.ts";

/** As much of a page as the keys for undo need: fields, and which of them has the focus. */
class Field {
  type = "text";
  constructor(public value: string) {}
}
class Input extends Event {
  constructor(
    type: string,
    public inputType: string,
  ) {
    super(type, { cancelable: true });
  }
}
const page = Object.assign(new EventTarget(), { activeElement: undefined as Field | undefined });
const given = { document: page, HTMLInputElement: Field, HTMLTextAreaElement: class {}, InputEvent: Input };
const before = Object.keys(given).map((name) => [name, Object.getOwnPropertyDescriptor(globalThis, name)] as const);
Object.assign(globalThis, given);
watchTyping();

afterAll(() => {
  for (const [name, had] of before)
    if (had) Object.defineProperty(globalThis, name, had);
    else Reflect.deleteProperty(globalThis, name);
});

function tell(field: Field, event: Event) {
  Object.defineProperty(event, "target", { value: field });
  page.dispatchEvent(event);
  return !event.defaultPrevented;
}

function focus(value: string) {
  const field = new Field(value);
  page.activeElement = field;
  tell(field, new Event("focusin"));
  return field;
}

/** The browser changes the text, and tells of it before and after. */
function change(field: Field, value: string, inputType = "insertText") {
  tell(field, new Input("beforeinput", inputType));
  field.value = value;
  tell(field, new Input("input", inputType));
}

const press = (field: Field, key: string, shiftKey = false) =>
  tell(
    field,
    Object.assign(new Event("keydown", { cancelable: true }), {
      key,
      code: "",
      ctrlKey: true,
      metaKey: false,
      altKey: false,
      shiftKey,
    }),
  );

test("what was typed since the field got the focus is undone, and done again", () => {
  const field = focus("Lamp");
  expect(press(field, "z")).toBe(false);
  change(field, "Lamps");
  expect(press(field, "z")).toBe(true);
  change(field, "Lamp", "historyUndo");
  expect([press(field, "z"), press(field, "z", true)]).toEqual([false, true]);
});

test("undoing ends with what was put into the field before it was typed into", () => {
  const field = focus("50");
  // A key that opens a cell is written over the value.
  field.value = "5";
  change(field, "53");
  expect(press(field, "z")).toBe(true);
  change(field, "5", "historyUndo");
  expect(press(field, "z")).toBe(false);
});
