import axe from "axe-core";
import type { Page } from "playwright-core";

type Violations = { id: string; nodes: { html: string; failureSummary?: string }[] }[];

/** The rules about colours. All other rules give the same result in another colour scheme. */
const ofColours = ["color-contrast", "link-in-text-block"];

/** What opens over a screen, and the control that opened it. */
export const overlays =
  '[role="dialog"], [role="menu"], [role="listbox"], :is([aria-haspopup], [role="combobox"])[aria-expanded="true"]';

async function run(page: Page, context: string, options: object): Promise<string[]> {
  // The source is half a megabyte, so it is added to a page only once.
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(axe.source);
  const all = JSON.stringify({
    resultTypes: ["violations"],
    // The report shows the element itself, so axe need not compute selectors.
    selectors: false,
    // Only an experimental rule, which is off, reads the style sheets.
    preload: { assets: ["media"] },
    ...options,
  });
  const violations = (await page.evaluate(`axe.run(${context}, ${all}).then((r) => r.violations)`)) as Violations;
  return violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map((node) => `${node.html}\n${node.failureSummary ?? ""}`).join("\n")}`,
  );
}

/**
 * The violations of axe rules, including best practices, on the page or in some elements of it: of all rules, or of all
 * but those about colours. The page must not move.
 */
export const faultsIn = (page: Page, part: string | undefined, rules: "all" | "structure"): Promise<string[]> =>
  run(page, part ? `[...document.querySelectorAll(${JSON.stringify(part)})]` : "document", {
    rules: Object.fromEntries(ofColours.map((id) => [id, { enabled: rules === "all" }])),
  });

/** Texts of the page whose colours are still to be judged. */
type Judging = { judged?: Set<string>; unjudged?: Element[] };

/**
 * Looks for texts of a kind that had not been on this page since it was loaded, and says how many there are. Most of a
 * screen is like other screens, and to judge colours is the most work of all. A kind is what style sheets know of a text,
 * of what it stands in, and of the ground that it stands on: their classes and states.
 */
export const findNewTexts = (page: Page, part = "body"): Promise<number> =>
  page.evaluate((roots) => {
    const here = window as Judging;
    here.judged ??= new Set();
    const isState = /^(disabled|type|data-.*|aria-(selected|invalid|current|disabled|checked|pressed|expanded))$/;
    /** A class that the element has to itself, for its measures. */
    const numbered = /__m__-\S+/;
    const looksOf = (element: Element | null): string => {
      const states = [...(element?.attributes ?? [])].flatMap(({ name, value }) =>
        isState.test(name) && /^[a-z-]*$/i.test(value) ? [`${name}=${value}`] : [],
      );
      return `${element?.tagName} ${element?.getAttribute("class")?.replace(numbered, "")} ${states.join(" ")}`;
    };
    const grounds = new Map<Element, Element>();
    const groundOf = (element: Element): Element => {
      const known = grounds.get(element);
      if (known) return known;
      const isClear = getComputedStyle(element).backgroundColor === "rgba(0, 0, 0, 0)";
      const ground = isClear && element.parentElement ? groundOf(element.parentElement) : element;
      grounds.set(element, ground);
      return ground;
    };
    const kindOf = (element: Element) => [element, element.parentElement, groundOf(element)].map(looksOf).join(" in ");
    const hasText = (element: Element) =>
      element.matches("input, textarea") ||
      [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.nodeValue?.trim());
    /** What something lies over cannot be judged. */
    const isCovered = (element: Element) => {
      const { x, y, width, height } = element.getBoundingClientRect();
      const above = document.elementFromPoint(x + width / 2, y + height / 2);
      return above !== null && !above.contains(element) && !element.contains(above);
    };
    here.unjudged = [];
    for (const element of document.querySelectorAll(`:is(${roots}) *, ${roots}`)) {
      if (!hasText(element) || element.getClientRects().length === 0 || isCovered(element)) continue;
      const kind = kindOf(element);
      if (here.judged.has(kind)) continue;
      here.judged.add(kind);
      here.unjudged.push(element);
    }
    return here.unjudged.length;
  }, part);

/** What is wrong with the colours of the texts that were found last. */
export const colourFaults = (page: Page): Promise<string[]> => run(page, "window.unjudged", { runOnly: ofColours });
