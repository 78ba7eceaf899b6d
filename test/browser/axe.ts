import axe from "axe-core";
import type { Page } from "playwright-core";

type Violations = { id: string; nodes: { html: string; failureSummary?: string }[] }[];

/** Marks a text whose colours are still to be judged. */
const unjudged = "data-unjudged";

/**
 * The rules about colours, and what each is about: only texts that are marked. All other rules give the same result in
 * another colour scheme.
 */
const ofColours = {
  "color-contrast": `[${unjudged}]`,
  "link-in-text-block": `:is(a[href], [role=link])[${unjudged}]`,
};

/** What opens over a screen, and the control that opened it. */
export const overlays =
  '[role="dialog"], [role="menu"], [role="listbox"], :is([aria-haspopup], [role="combobox"])[aria-expanded="true"]';

async function run(page: Page, context: string, options: object = {}): Promise<string[]> {
  // The source is half a megabyte, so it is added to a page only once.
  if (!(await page.evaluate(() => "axe" in window))) {
    await page.evaluate(axe.source);
    const rules = Object.entries(ofColours).map(([id, selector]) => ({ id, selector }));
    await page.evaluate(`axe.configure(${JSON.stringify({ rules })})`);
  }
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
 * The violations of axe rules, including best practices, on the page or in some elements of it. Colours are judged where
 * they are new. The page must not move.
 */
export async function faultsIn(page: Page, part: string | undefined): Promise<string[]> {
  await markNewColours(page, part);
  return run(page, part ? `[...document.querySelectorAll(${JSON.stringify(part)})]` : "document");
}

/**
 * Marks the texts in colours that have not been on this page since it was loaded, and says how many there are. To judge
 * colours is the most work of all, and most texts of a screen have those of others. A kind is everything that decides:
 * the colour, the size and the weight of a text, what it stands on, and whether the rule is about it at all.
 */
const markNewColours = (page: Page, part = "body"): Promise<number> =>
  page.evaluate(
    ({ roots, unjudged }) => {
      const here = window as { judged?: Set<string> };
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
      for (const element of document.querySelectorAll(`[${unjudged}]`)) element.removeAttribute(unjudged);
      let found = 0;
      for (const element of document.querySelectorAll(`:is(${roots}) *, ${roots}`)) {
        if (!hasText(element) || element.getClientRects().length === 0 || isCovered(element)) continue;
        const kind = kindOf(element);
        if (here.judged.has(kind)) continue;
        here.judged.add(kind);
        element.setAttribute(unjudged, "");
        found++;
      }
      return found;
    },
    { roots: part, unjudged },
  );

/** What is wrong with the colours of the texts that are new to this page. */
export async function colourFaults(page: Page, part: string | undefined): Promise<string[]> {
  const isNew = (await markNewColours(page, part)) > 0;
  return isNew ? run(page, `[...document.querySelectorAll("[${unjudged}]")]`, { runOnly: Object.keys(ofColours) }) : [];
}
