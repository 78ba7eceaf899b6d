import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { Secret, TOTP } from "otpauth";
import type { Page } from "playwright-core";
import type { Grant } from "../../contract/access.ts";
import { faultsOf, type Screen } from "./check-screens.ts";
import { password, type Staff } from "./signed-in.ts";
import { type Bench, chooseOption, hasBrowser, startSignedInBench, toComments } from "./start-bench.ts";

const projectId = "screens";
const at = `/projects/${projectId}`;

const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const dialog = (page: Page) => page.getByRole("dialog");

/** The screens of an admin. */
const adminScreens = (item: string): Screen[] => [
  {
    name: "people-invite",
    path: "/people",
    ready: 'button:has-text("Invite person")',
    act: async (page) => {
      await button(page, "Invite person").click();
      await dialog(page).getByLabel("Name").fill("ines");
      await dialog(page).getByLabel("Mail address").fill("not an address");
      await chooseOption(dialog(page).getByLabel("Where"), "Aurora Market");
      await dialog(page).getByRole("button", { name: "Invite person" }).click();
      await dialog(page).getByText("This is not a mail address.").waitFor();
    },
    part: "overlay",
  },
  {
    name: "people-invited",
    ready: ".list-line",
    act: async (page) => {
      await dialog(page).getByLabel("Mail address").fill("");
      await dialog(page).getByRole("button", { name: "Invite person" }).click();
      await page.locator(".list-line", { hasText: "ines" }).getByText("invited until").waitFor();
      await page.locator(".secret code").waitFor();
    },
  },
  {
    name: "people-new",
    path: "/people",
    ready: ".list-line",
    act: async (page) => {
      await button(page, "Add person").click();
      // Somebody has this name.
      await dialog(page).getByLabel("Name").fill("anna");
      await chooseOption(dialog(page).getByLabel("Role"), "Translator");
      await chooseOption(dialog(page).getByLabel("Where"), "Aurora Market");
      await button(page, "Branch").click();
      await page.locator(".grant-tree").getByRole("combobox").fill("Smartphones");
      await page.keyboard.press("Enter");
      await page.locator(".grant-tree").waitFor({ state: "detached" });
      await button(page, "Add language").click();
      await page.getByRole("button", { name: "Russian" }).click();
      await button(page, "Remove Russian").waitFor();
      await dialog(page).getByRole("button", { name: "Add person" }).click();
      await dialog(page).getByText("Another person already has this name.").waitFor();
    },
  },
  {
    name: "person",
    path: "/people",
    ready: ".list-line",
    act: async (page) => {
      await button(page, "Edit: sasha").click();
      await dialog(page)
        .getByRole("button", { name: /^Sign out: / })
        .first()
        .waitFor();
      await dialog(page).getByRole("button", { name: "Create link" }).click();
      await dialog(page).getByText("Link to a new password for sasha.").waitFor();
    },
    part: "overlay",
  },
  {
    name: "keys",
    path: "/people?show=keys",
    ready: 'button:has-text("Create key")',
    act: async (page) => {
      await button(page, "Create key").first().click();
      await dialog(page).getByLabel("What the key is for").fill("screens");
      await dialog(page).getByRole("button", { name: "Create key" }).click();
      await page.locator(".secret code").waitFor();
    },
  },
  { name: "audit", path: "/people?show=audit", ready: 'ol[aria-label="Audit log"] .list-line' },
  {
    name: "mention",
    path: `${at}?all=true&item=${item}`,
    ready: ".panel-body",
    act: async (page) => {
      await toComments(page);
      await page.getByLabel("Comment text").pressSequentially("Is it right, @s");
      await page.getByRole("listbox", { name: "People to mention" }).getByRole("option").first().waitFor();
    },
    part: "panel",
  },
];

/** The screens of a person who may look at the project. */
const viewerScreens = (leaf: string, item: string, run: string, view: string): Screen[] => [
  {
    name: "viewer-item",
    path: `${at}?subcategory=${leaf}&item=${item}`,
    ready: ".view-only",
    act: async (page) => {
      await button(page, "Show history").click();
      await page.locator(".panel .list-line").first().waitFor();
    },
  },
  {
    name: "viewer-view",
    path: `${at}?view=${view}&all=true&priceMin=2`,
    ready: '.view-bar:has-text("changed")',
    act: async (page) => {
      await button(page, "Save as new").click();
      await page.getByText("Sharing needs the right to edit the whole project.").waitFor();
    },
    part: "overlay",
  },
  { name: "viewer-import", path: `${at}/import?id=${run}`, ready: 'h2:text-is("Imported")' },
  {
    name: "notices",
    path: at,
    ready: ".tree-row",
    act: async (page) => {
      await button(page, "Mentions: 1 unread").click();
      await page.getByRole("link", { name: /^anna mentioned you on Lamp/ }).waitFor();
    },
  },
  {
    name: "second-step",
    path: "/account",
    ready: "text=This one",
    act: async (page) => {
      await page.locator(".page form").nth(1).getByLabel("Current password").fill(password);
      await button(page, "Set up").click();
      await page.getByRole("img", { name: "QR code for the authenticator" }).waitFor();
    },
  },
  {
    name: "recovery-codes",
    ready: ".page",
    act: async (page) => {
      const uri = (await page.getByRole("link", { name: "Open the authenticator" }).getAttribute("href")) ?? "";
      const secret = Secret.fromBase32(new URL(uri).searchParams.get("secret") ?? "");
      await page.getByLabel("Code from your authenticator app").fill(new TOTP({ secret }).generate());
      await button(page, "Confirm").click();
      await page.locator(".page [role=status] code").first().waitFor();
    },
  },
];

describe.skipIf(!hasBrowser)("every screen where people sign in", () => {
  let bench: Bench;
  let staff: Staff;
  let leaves: { id: string; item: string }[];
  beforeAll(async () => {
    const signedIn = await startSignedInBench({ projectId });
    bench = signedIn;
    staff = signedIn.staff;
    leaves = [];
    for (const name of ["Lamps", "Chairs"]) {
      const { leaf, items } = await bench.makeLeaf(name, [name.slice(0, -1)]);
      leaves.push({ id: leaf.id, item: items[0]?.id ?? "" });
    }
  });
  afterAll(() => bench?.stop());

  const viewer: Grant = { role: "viewer", project: projectId };
  const isClean = async (cookie: string, screens: Screen[]) => {
    const page = await bench.visit("/account", { cookie });
    await page.getByText("This one").waitFor();
    expect(await faultsOf(page, bench.url, screens)).toEqual({});
    expect(bench.errors).toEqual([]);
  };

  test("of an admin has no accessibility faults and no console errors, light, dark and on a phone", async () => {
    await staff.add("sasha", [viewer]);
    await isClean(staff.cookie, adminScreens(leaves[0]?.item ?? ""));
  });

  test("of a viewer has none either, nor has their own account", async () => {
    const [{ id, item } = { id: "", item: "" }] = leaves;
    const cookie = await staff.add("sasha", [viewer]);
    const params = { projectId };
    await bench.api.createComment({ params: { itemId: item }, body: { text: "Look here, @sasha" } });
    const { data: view } = await bench.api.createView({
      params,
      body: { name: "Shared", shared: true, query: { priceMin: 1 } },
    });
    const form = new FormData();
    form.append("file", new File([`subcategoryId,name\n${id},Owl\n`], "owls.csv"));
    const { data: run } = await bench.api.createImport({ params, form });
    await isClean(cookie, viewerScreens(id, item, run.id, view.id));
  });

  test("of an editor of one branch, who selects rows of another one too, has none", async () => {
    const cookie = await staff.add("branka", [
      viewer,
      { role: "editor", project: projectId, subtree: leaves[1]?.id ?? "" },
    ]);
    await isClean(cookie, [
      {
        name: "selection-of-others",
        path: `${at}?all=true`,
        ready: ".grid-name",
        act: async (page) => {
          await page.getByRole("checkbox", { name: "Select all" }).click();
          await page.getByRole("toolbar").getByRole("button", { name: "Copy" }).waitFor();
        },
      },
    ]);
  });
});
