import axe from "axe-core";
import type { Page } from "playwright-core";

type Violations = { id: string; nodes: { html: string; failureSummary?: string }[] }[];

/** The rules about colours. All other rules give the same result in another colour scheme. */
const ofColours = ["color-contrast", "link-in-text-block"];

/** The violations of all axe rules, including best practices, on the current page; or only of the rules about colours. */
export async function accessibilityFaults(page: Page, which?: "colours"): Promise<string[]> {
  // The source is half a megabyte, so it is added to a page only once.
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(axe.source);
  // The report shows the element itself, so axe need not compute selectors.
  const options = JSON.stringify({
    resultTypes: ["violations"],
    selectors: false,
    ...(which === "colours" && { runOnly: ofColours }),
  });
  // Without motion: what fades in while axe looks has the colours of a moment that nobody reads.
  await page.emulateMedia({ reducedMotion: "reduce" });
  const violations = (await page.evaluate(`axe.run(document, ${options}).then((r) => r.violations)`)) as Violations;
  await page.emulateMedia({ reducedMotion: null });
  return violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map((node) => `${node.html}\n${node.failureSummary ?? ""}`).join("\n")}`,
  );
}
