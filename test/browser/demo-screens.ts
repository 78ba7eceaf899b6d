import type { Page } from "playwright-core";
import type { Screen } from "./check-screens.ts";
import { demoId } from "./start-bench.ts";

const at = `/projects/${demoId}`;
const leaf = `${at}?subcategory=flagship-smartphones`;

/** The item in it has little to show, so all is shown faster. */
const small = `${at}?subcategory=throws-cushions`;
const branch = `${at}?subcategory=smartphones`;
const found = `${at}?all=true&search=wireless&tags=wireless&priceMin=50&visible=true&sort=-price`;

const inNothing = '.empty:has-text("Choose a category")';
const inLeaf = '.centre:has(h2:has-text("Flagship")) .grid-name';
const inBranch = '.centre:has(h2:has-text("Smartphones")) .branch-card';

const press = async (page: Page, ...keys: string[]) => {
  for (const key of keys) await page.keyboard.press(key);
};
const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const isOpen = (page: Page, role: "dialog" | "menuitem" = "dialog") => page.getByRole(role).first().waitFor();

async function openMenuOfNode(page: Page, item?: RegExp) {
  await page.locator('.tree-row[aria-selected="true"]').click({ button: "right" });
  await isOpen(page, "menuitem");
  if (!item) return;
  await page.getByRole("menuitem", { name: item }).click();
  await isOpen(page);
}

async function selectAll(page: Page, command?: RegExp) {
  await page.locator(".grid-head input").check();
  await page.locator(".selection-bar").waitFor();
  if (!command) return;
  await page.locator(".selection-bar button", { hasText: command }).click();
  await isOpen(page);
}

async function openItem(page: Page) {
  await page.locator(".grid-name").first().click();
  await page.locator(".panel-body").waitFor();
}

async function openPalette(page: Page, words?: string) {
  await press(page, "ControlOrMeta+k");
  await page.locator(".palette-search input").waitFor();
  if (words) await page.locator(".palette-search input").fill(words);
}

/** The screens of the demo catalog, which they leave as it is. */
export const demoScreens: Screen[] = [
  { name: "projects", path: "/", ready: ".project-card" },
  {
    name: "workspace",
    path: at,
    ready: ".tree-row",
    act: async (page) => {
      await button(page, "Settings").click();
      await page.getByRole("menuitemradio", { name: "Dark" }).waitFor();
    },
  },
  {
    name: "project-menu",
    path: at,
    ready: ".tree-row",
    act: async (page) => {
      await page.locator(".project-button").click();
      await isOpen(page, "menuitem");
    },
    part: "overlay",
  },
  {
    name: "done-list",
    path: at,
    ready: ".tree-row",
    act: async (page) => {
      await button(page, "What you did").click();
      await page.getByText("Nothing to undo yet").waitFor();
    },
    part: "overlay",
  },
  {
    name: "shortcuts",
    path: at,
    ready: ".tree-row",
    act: async (page) => {
      await press(page, "ControlOrMeta+/");
      await page.locator(".shortcuts").waitFor();
    },
    part: "overlay",
  },
  { name: "branch", path: branch, ready: inBranch, act: (page) => openMenuOfNode(page) },
  {
    name: "delete-node",
    path: branch,
    ready: inBranch,
    act: (page) => openMenuOfNode(page, /^Delete/),
    part: "overlay",
  },
  {
    name: "move-node",
    path: branch,
    ready: inBranch,
    act: (page) => openMenuOfNode(page, /^Move to/),
    part: "overlay",
  },
  {
    name: "items",
    path: leaf,
    ready: inLeaf,
    act: async (page) => {
      await button(page, "Columns").click();
      await page.getByRole("menuitemcheckbox").first().waitFor();
    },
  },
  {
    name: "palette",
    path: leaf,
    ready: inLeaf,
    act: async (page) => {
      await openPalette(page, "phone");
      await page.locator(".palette-entry").first().waitFor();
    },
    part: "overlay",
  },
  {
    name: "palette-suggestion",
    ready: ".palette-search",
    act: async (page) => {
      await page.locator(".palette-search input").fill("hedphones");
      await page.getByRole("option", { name: "Did you mean" }).waitFor();
    },
    part: "overlay",
  },
  { name: "selection", path: leaf, ready: inLeaf, act: (page) => selectAll(page), part: "centre" },
  {
    // A dialog together with the page below it.
    name: "bulk-edit",
    path: leaf,
    ready: inLeaf,
    act: async (page) => {
      await selectAll(page, /^Edit$/);
      await page.getByLabel("New value").fill("30");
      await page.locator(".preview-new").first().waitFor();
    },
  },
  { name: "move-items", path: leaf, ready: inLeaf, act: (page) => selectAll(page, /^Move$/), part: "overlay" },
  { name: "delete-items", path: leaf, ready: inLeaf, act: (page) => selectAll(page, /^Delete$/), part: "overlay" },
  {
    name: "no-match",
    path: `${leaf}&search=nothing-at-all`,
    ready: ".empty:has-text('No item matches')",
    part: "centre",
  },
  {
    name: "item",
    path: small,
    ready: '.centre:has(h2:has-text("Throws")) .grid-name',
    act: async (page) => {
      await openItem(page);
      await button(page, "Add language").click();
      await page.locator(".language-choice").first().waitFor();
    },
  },
  {
    name: "choice",
    ready: ".panel-body",
    act: async (page) => {
      await press(page, "Escape");
      await page.locator(".language-choice").first().waitFor({ state: "detached" });
      await page.getByRole("combobox", { name: "Currency" }).press("ArrowDown");
      await page.getByRole("option", { name: "EUR" }).waitFor();
    },
    part: "overlay",
  },
  {
    name: "suggested-tags",
    ready: ".panel-body",
    act: async (page) => {
      await press(page, "Escape");
      await page.getByRole("combobox", { name: "Tags" }).fill("wire");
      await page.getByRole("option", { name: /^wireless/ }).waitFor();
    },
    part: "overlay",
  },
  {
    name: "suggested-properties",
    ready: ".panel-body",
    act: async (page) => {
      await page.getByRole("combobox", { name: "Tags" }).fill("");
      await page.getByRole("button", { name: "Add property" }).first().press("Enter");
      await page.locator(".suggestion").first().waitFor();
      await press(page, "ArrowDown");
      await page.locator("input[aria-activedescendant]").waitFor();
    },
    part: "overlay",
  },
  {
    name: "focal-point",
    ready: ".panel-body",
    act: async (page) => {
      await press(page, "Escape", "Escape");
      await button(page, "Focal point: Picture 1").click();
      await page.locator(".focal-area img").waitFor();
    },
    part: "overlay",
  },
  // Last in this list, because the cells stay selected and refused.
  {
    name: "cells",
    path: leaf,
    ready: inLeaf,
    act: async (page) => {
      await page.getByRole("grid").focus();
      await page.locator(".grid-new").waitFor();
      await press(page, "ArrowRight", "Shift+ArrowDown", "Shift+ArrowDown");
      await page.evaluate(() => {
        const clipboardData = new DataTransfer();
        clipboardData.setData("text/plain", "cheap");
        document.dispatchEvent(new ClipboardEvent("paste", { clipboardData }));
      });
      await page.locator(".grid-cell[aria-invalid]").first().waitFor();
      await press(page, "Shift+ArrowDown", "Shift+ArrowRight");
      await page.locator(".toast").getByRole("button", { name: "Close" }).click();
      await page.getByRole("grid").focus();
    },
    part: "centre",
  },
  {
    name: "subcategory",
    path: `${leaf}&details=true`,
    ready: ".panel-body:has-text('Address')",
    part: "panel",
  },
  {
    name: "address",
    ready: ".panel-body",
    act: async (page) => {
      await button(page, "Change address").click();
      await isOpen(page);
    },
    part: "overlay",
  },
  {
    name: "palette-recent",
    path: at,
    ready: inNothing,
    act: async (page) => {
      await openPalette(page);
      await page.getByRole("group", { name: "Recently opened" }).getByRole("option").first().waitFor();
    },
    part: "overlay",
  },
  {
    name: "all-items",
    path: found,
    ready: "mark",
    act: async (page) => {
      await button(page, "Filter").click();
      await page.locator(".filter-kinds").waitFor();
    },
  },
  {
    name: "place-filter",
    ready: ".filter-kinds",
    act: async (page) => {
      await button(page, "Place").click();
      await page.locator(".filter-count").first().waitFor();
    },
    part: "overlay",
  },
  {
    name: "tags-filter",
    path: found,
    ready: "mark",
    act: async (page) => {
      await button(page, "Tags: wireless").click();
      await page.locator(".filter-count").first().waitFor();
    },
    part: "overlay",
  },
  {
    name: "price-filter",
    path: found,
    ready: "mark",
    act: async (page) => {
      await button(page, "Price from 50").click();
      await page.getByLabel("To", { exact: true }).fill("a lot");
      await page.getByRole("alert").waitFor();
    },
    part: "overlay",
  },
  { name: "not-found", path: `${at}?subcategory=nowhere`, ready: ".centre .empty", part: "centre" },
  { name: "trash", path: `${at}/history?trash=true`, ready: ".empty:has-text('The trash is empty')" },
  { name: "empty", path: "/projects/borealis-outlet", ready: ".empty:has-text('The catalog is empty')" },
  { name: "view-unknown", path: `${at}?view=nothing&subcategory=laptops`, ready: ".view-bar", part: "centre" },
  {
    name: "tour-1",
    path: at,
    ready: inNothing,
    act: async (page) => {
      await button(page, "Settings").click();
      await page.getByRole("menuitem", { name: "Show the tour" }).click();
      await page.locator(".tour").waitFor();
    },
  },
  ...[2, 3, 4, 5].map(
    (step): Screen => ({
      name: `tour-${step}`,
      ready: ".tour",
      act: async (page) => {
        const at = page.locator(".tour").getByText(`${step} of 5`, { exact: true });
        while (!(await at.isVisible())) await press(page, "ArrowRight");
      },
      part: "overlay",
    }),
  ),
];

/** A list without an item, and an item, after the command with this name, which the palette has in any language. */
export const spokenScreens = (language: "ru" | "zh", command: string): Screen[] => [
  {
    name: `items-${language}`,
    path: small,
    ready: `.shell:not(:has(.panel-body)) .grid-name`,
    act: async (page) => {
      await openPalette(page, command);
      await page.getByRole("option", { name: command }).click();
      await page.locator(`html[lang=${language}]`).waitFor();
      await page.locator(".palette-search").waitFor({ state: "detached" });
    },
  },
  { name: `item-${language}`, ready: ".grid-name", act: openItem },
];

/** Where the style for fingers shows what is hidden from a mouse, or makes it larger. */
export const touchScreens: Screen[] = [
  { name: "items-touch", path: leaf, ready: inLeaf, act: (page) => selectAll(page) },
  { name: "item-touch", path: small, ready: '.centre:has(h2:has-text("Throws")) .grid-name', act: openItem },
  { name: "board-touch", path: `${at}/translations`, ready: ".board-row" },
];
