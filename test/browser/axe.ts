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
 * The violations of axe rules, including best practices, on the page or in some elements of it: of all rules but those
 * about colours. The page must not move.
 */
export const faultsIn = (page: Page, part: string | undefined): Promise<string[]> =>
  run(page, part ? `[...document.querySelectorAll(${JSON.stringify(part)})]` : "document", {
    rules: Object.fromEntries(ofColours.map((id) => [id, { enabled: false }])),
  });

/** Texts of the page whose colours are still to be judged. */
type Judging = { judged?: Set<string>; unjudged?: Element[] };

/**
 * Looks for texts in colours that have not been on this page since it was loaded, and says how many there are. To judge
 * colours is the most work of all, and most texts of a screen have those of others. A kind is everything that decides:
 * the colour, the size and the weight of a text, what it stands on, and whether the rule is about it at all.
 */
const findNewColours = (page: Page, part = "body"): Promise<number> =>
  page.evaluate((roots) => {
    const here = window as Judging;
    here.judged ??= new Set();
    const clear = "rgba(0, 0, 0, 0)";
    /** Of an element and all above it, until something hides what is behind. */
    const grounds = new Map<Element, string>();
    const groundOf = (element: Element): string => {
      const known = grounds.get(element);
      if (known !== undefined) return known;
      const { backgroundColor, backgroundImage, opacity } = getComputedStyle(element);
      const own = [backgroundColor === clear ? "" : backgroundColor, backgroundImage, opacity].join(" ");
      const isOpaque = backgroundColor.startsWith("rgb(") && opacity === "1";
      const ground = !isOpaque && element.parentElement ? `${own}, ${groundOf(element.parentElement)}` : own;
      grounds.set(element, ground);
      return ground;
    };
    const kindOf = (element: Element) => {
      const { color, fontSize, fontWeight } = getComputedStyle(element);
      const around = element.parentElement && getComputedStyle(element.parentElement).color;
      const left = [":disabled, [aria-disabled=true]", "[aria-hidden=true], [inert]"].map(
        (selector) => element.closest(selector) !== null,
      );
      return [element.localName, color, fontSize, fontWeight, around, ...left, groundOf(element)].join(" ");
    };
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

/** What is wrong with the colours of the texts that are new to this page. */
export async function colourFaults(page: Page, part: string | undefined): Promise<string[]> {
  const isNew = (await findNewColours(page, part)) > 0;
  return isNew ? run(page, "window.unjudged", { runOnly: ofColours }) : [];
}
