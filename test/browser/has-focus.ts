import type { Page } from "playwright-core";
import { until } from "../support/until.ts";

/** Waits until the element with the focus is one of these. If that does not come, the error says what has it. */
export async function hasFocus(page: Page, selector: string): Promise<void> {
  const focused = () =>
    page.evaluate((css) => {
      const active = document.activeElement;
      return active?.matches(css) ? true : ((active?.cloneNode() as Element | undefined)?.outerHTML ?? "nothing");
    }, selector);
  let last: Awaited<ReturnType<typeof focused>> = "";
  const isThere = async () => {
    last = await focused();
    return last === true;
  };
  await until(isThere, `focus: ${selector}`).catch((error: Error) => {
    throw new Error(`${error.message}, but ${last}`);
  });
}
