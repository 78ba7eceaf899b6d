import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { Glob } from "bun";

/** Widgets that each browser draws in its own way, and what stands for them. */
const foreign = {
  "web/widgets/choice.tsx": /<select\b|NativeSelect|component="select"/,
  "web/widgets/date-field.tsx": /type="(?:date|datetime-local|month|week|time)"/,
  "web/widgets/suggestion-list.tsx": /<datalist\b/,
};

test("selects, dates and suggestions are of one family, and none is the browser's own", () => {
  const files = [...new Glob("web/**/*.{tsx,ts}").scanSync()];
  for (const [own, pattern] of Object.entries(foreign)) {
    expect(files).toContain(own);
    expect(files.filter((file) => pattern.test(readFileSync(file, "utf8")))).toEqual([]);
  }
});
