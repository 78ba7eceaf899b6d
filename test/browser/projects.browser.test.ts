import { afterAll, afterEach, beforeAll, describe, expect, test } from "bun:test";
import sharp from "sharp";
import { type Bench, hasBrowser, startBench, until } from "./start-bench.ts";

describe.skipIf(!hasBrowser)("projects in the browser", () => {
  let bench: Bench;
  beforeAll(async () => {
    bench = await startBench();
  });
  afterAll(() => bench.stop());
  afterEach(() => {
    expect(bench.errors).toEqual([]);
  });

  const projects = async () => (await bench.api.listProjects()).data;

  test("one is made, named, given a logo and deactivated", async () => {
    const page = await bench.visit("/");
    await page.getByRole("button", { name: "New project" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Name").fill("Aurora Market");
    await until(async () => (await dialog.getByLabel("Id").inputValue()) === "aurora-market", "an id is proposed");
    await page.keyboard.press("Enter");
    await dialog.getByText("There is already a project with this id.").waitFor();
    bench.errors.length = 0;
    await dialog.getByLabel("Id").fill("aurora north");
    await dialog.getByText("Use up to 100 letters").waitFor();
    expect(await dialog.getByRole("button", { name: "Create project" }).isDisabled()).toBe(true);
    await dialog.getByLabel("Id").fill("aurora-north");
    await page.keyboard.press("Enter");
    await page.waitForURL(/\/projects\/aurora-north$/);
    expect(await projects()).toContainEqual(
      expect.objectContaining({ id: "aurora-north", displayName: "Aurora Market", active: true }),
    );

    await page.goBack();
    await page.getByRole("button", { name: "Edit: Aurora Market" }).last().click();
    await dialog.getByLabel("Name").fill("Aurora North");
    const picture = await sharp({ create: { width: 64, height: 64, channels: 3, background: "#c02040" } })
      .png()
      .toBuffer();
    await dialog
      .locator("input[type=file]")
      .setInputFiles({ name: "logo.png", mimeType: "image/png", buffer: picture });
    await dialog.getByRole("img", { name: "Logo" }).waitFor();
    await dialog.getByRole("switch", { name: "Active" }).click();
    await dialog.getByRole("button", { name: "Save" }).click();
    await page.locator(".project-line", { hasText: "Aurora North" }).getByText("Inactive").waitFor();
    const made = (await projects()).find(({ id }) => id === "aurora-north");
    expect(made).toMatchObject({ displayName: "Aurora North", active: false });
    expect(made?.logoUrl).toContain("/uploads/");
    await until(async () => {
      const lines = await page.locator(".project-line").allInnerTexts();
      const at = lines.findIndex((line) => line.includes("Aurora North"));
      const isInactive = (line: string) => line.includes("Inactive");
      return at > 0 && !isInactive(lines[0] ?? "") && lines.slice(at).every(isInactive);
    }, "those that are not in use come last");
  });
});
