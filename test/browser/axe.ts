import axe from "axe-core";
import type { Page } from "playwright-core";

type Violations = { id: string; nodes: { html: string; failureSummary?: string }[] }[];

/** Marks a text whose colours are still to be judged. */
const unjudged = "data-unjudged";

/** All other rules give the same result in another colour scheme. */
const ofColours = ["color-contrast", "link-in-text-block"];

/** What a page remembers since it was loaded. */
type Memory = {
  /** The kinds of colours that axe has judged. */
  judged?: Set<string>;
  /** Of the texts that are marked. */
  kinds?: WeakMap<Element, string>;
};

type Evaluate = (this: { data(said: unknown): void }, element: Element, ...rest: unknown[]) => boolean | undefined;

/** What opens over a screen, and the control that opened it. */
export const overlays =
  '[role="dialog"], [role="menu"], [role="listbox"], :is([aria-haspopup], [role="combobox"])[aria-expanded="true"]';

async function run(page: Page, context: string, options: object = {}): Promise<string[]> {
  // The source is half a megabyte, so it is added to a page only once.
  if (!(await page.evaluate(() => "axe" in window))) {
    await page.evaluate(axe.source);
    const rules = [{ id: "color-contrast", selector: `[${unjudged}]` }];
    await page.evaluate(`axe.configure(${JSON.stringify({ rules })})`);
    await rememberVerdicts(page);
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
 * Lets the page remember each kind that axe could judge, and judge it once. The report has a text that passes only if all
 * that pass are asked for, which costs far more.
 */
const rememberVerdicts = (page: Page) =>
  page.evaluate(() => {
    type Audit = { checks: Record<string, { evaluate: Evaluate }> };
    const here = window as unknown as Memory & { axe: { _audit: Audit } };
    const check = here.axe._audit.checks["color-contrast"];
    if (!check) throw new Error("axe has no check of contrast.");
    const { evaluate } = check;
    check.evaluate = function (element, ...rest) {
      const kind = here.kinds?.get(element);
      if (kind === undefined) throw new Error("axe judges a text that is not marked.");
      if (here.judged?.has(kind)) return true;
      // What is out of sight passes unjudged.
      let isHidden = false;
      const data = (said: { messageKey?: string } | undefined) => {
        isHidden ||= said?.messageKey === "hidden";
        this.data(said);
      };
      const verdict = evaluate.call({ ...this, data }, element, ...rest);
      if (verdict !== undefined && !isHidden) here.judged?.add(kind);
      return verdict;
    };
  });

const rootsOf = (part: string | undefined) =>
  part ? `[...document.querySelectorAll(${JSON.stringify(part)})]` : "document";

/**
 * The violations of axe rules, including best practices, on the page or in some elements of it. Colours are judged where
 * they are new. The page must not move.
 */
export async function faultsIn(page: Page, part: string | undefined): Promise<string[]> {
  await markNewColours(page, part);
  return run(page, rootsOf(part));
}

/**
 * Marks the texts in colours that have not been judged on this page since it was loaded, and says whether a rule about
 * colours has anything to do. To judge colours is the most work of all, and most texts of a screen have those of others. A
 * kind is everything that decides: the colour, the size, the weight and the opacity of a text, and what it stands on. A
 * link within a text is told from it by more than that, so all of these are judged.
 */
const markNewColours = (page: Page, part = "body"): Promise<boolean> =>
  page.evaluate(
    ({ roots, unjudged }) => {
      const here = window as unknown as Memory;
      here.judged ??= new Set();
      here.kinds ??= new WeakMap();
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
      /** Of an element in all that is above it: even an opaque ground lets through what is behind its parent. */
      const opacities = new Map<Element, number>();
      const opacityOf = (element: Element): number => {
        const known = opacities.get(element);
        if (known !== undefined) return known;
        const own = Number(getComputedStyle(element).opacity);
        const whole = element.parentElement ? own * opacityOf(element.parentElement) : own;
        opacities.set(element, whole);
        return whole;
      };
      const kindOf = (element: Element) => {
        const { color, fontSize, fontWeight } = getComputedStyle(element);
        return [element.localName, color, fontSize, fontWeight, opacityOf(element), groundOf(element)].join(" ");
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
      /** The rule is not about these. */
      const isOff = (element: Element) => element.closest(":disabled, [aria-disabled=true], [inert]") !== null;
      for (const element of document.querySelectorAll(`[${unjudged}]`)) element.removeAttribute(unjudged);
      let found = false;
      for (const element of document.querySelectorAll(`:is(${roots}) *, ${roots}`)) {
        if (element.getClientRects().length === 0) continue;
        found ||= element.matches("a[href], [role=link]") && getComputedStyle(element).display === "inline";
        if (!hasText(element) || isOff(element)) continue;
        const kind = kindOf(element);
        if (here.judged.has(kind) || isCovered(element)) continue;
        here.kinds.set(element, kind);
        element.setAttribute(unjudged, "");
        found = true;
      }
      return found;
    },
    { roots: part, unjudged },
  );

/** What is wrong with the colours of texts where they are new to this page, and of links. */
export async function colourFaults(page: Page, part: string | undefined): Promise<string[]> {
  return (await markNewColours(page, part)) ? run(page, rootsOf(part), { runOnly: ofColours }) : [];
}
