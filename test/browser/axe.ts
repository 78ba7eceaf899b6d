import axe from "axe-core";
import type { Page } from "playwright-core";

type Violations = { id: string; nodes: { html: string; failureSummary?: string }[] }[];

/** The rules about colours. All other rules give the same result in another colour scheme. */
const ofColours = ["color-contrast", "link-in-text-block"];

/** What opens over a screen, and the button that opened it. */
const overlays = '[role="dialog"], [role="menu"], [aria-haspopup][aria-expanded="true"]';

type Scope = {
  /** Only the rules about colours. */
  which?: "colours" | undefined;
  /** Only what is open over a screen. For screens that are checked without it too, because the page is half the work. */
  part?: "overlays" | undefined;
};

/** The violations of all axe rules, including best practices, on the current page. */
export async function accessibilityFaults(page: Page, { which, part }: Scope = {}): Promise<string[]> {
  const { ready, calm } = await page.evaluate(() => ({
    ready: "axe" in window,
    calm: matchMedia("(prefers-reduced-motion: reduce)").matches,
  }));
  // The source is half a megabyte, so it is added to a page only once.
  if (!ready) await page.evaluate(axe.source);
  const options = JSON.stringify({
    resultTypes: ["violations"],
    // The report shows the element itself, so axe need not compute selectors.
    selectors: false,
    // Only an experimental rule, which is off, reads the style sheets.
    preload: { assets: ["media"] },
    ...(which === "colours" && { runOnly: ofColours }),
  });
  const context = part ? `[...document.querySelectorAll(${JSON.stringify(overlays)})]` : "document";
  // Without motion: what fades in while axe looks has the colours of a moment that nobody reads.
  if (!calm) await page.emulateMedia({ reducedMotion: "reduce" });
  const violations = (await page.evaluate(`axe.run(${context}, ${options}).then((r) => r.violations)`)) as Violations;
  if (!calm) await page.emulateMedia({ reducedMotion: null });
  return violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map((node) => `${node.html}\n${node.failureSummary ?? ""}`).join("\n")}`,
  );
}
