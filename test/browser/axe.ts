import axe from "axe-core";
import type { Page } from "playwright-core";

type Violations = { id: string; nodes: { html: string; failureSummary?: string }[] }[];

/** The rules that look at colours. All others see the same in the same page painted with other ones. */
const ofColours = ["color-contrast", "link-in-text-block"];

/** Every rule that axe has, those of best practice too, over the page as it is now; or those of colours alone. */
export async function accessibilityFaults(page: Page, which?: "colours"): Promise<string[]> {
  // Its source is half a megabyte: a page that has it keeps it.
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(axe.source);
  // The element itself is shown, so nobody asks for a selector of each that was looked at.
  const options = JSON.stringify({
    resultTypes: ["violations"],
    selectors: false,
    ...(which === "colours" && { runOnly: ofColours }),
  });
  const violations = (await page.evaluate(`axe.run(document, ${options}).then((r) => r.violations)`)) as Violations;
  return violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map((node) => `${node.html}\n${node.failureSummary ?? ""}`).join("\n")}`,
  );
}
