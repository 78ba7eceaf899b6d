import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { draw } from "./screenshots.ts";
import type { Staff } from "./signed-in.ts";
import {
  type Bench,
  blank,
  goTo,
  hasBrowser,
  startBench,
  startSignedInBench,
  toComments,
  until,
} from "./start-bench.ts";

const projectId = "comments";

const screenOf = (item: { id: string; subcategoryId: string } | undefined) =>
  `/projects/${projectId}?subcategory=${item?.subcategoryId}&item=${item?.id}`;
const box = (page: Page) => page.getByLabel("Comment text");
const commentOf = (page: Page, text: string) => page.locator(".comment", { hasText: text });

/** On a phone, in Russian and in the dark. */
async function goSmall(page: Page, url: string) {
  await page.evaluate(() => localStorage.setItem("editor-language", "ru"));
  await page.setViewportSize({ width: 390, height: 844 });
  await page.emulateMedia({ colorScheme: "dark" });
  await page.goto(url);
}

describe.skipIf(!hasBrowser)("comments where nobody signs in", () => {
  let bench: Bench;
  /** One page for the tests, which go on in it. */
  let page: Page;
  beforeAll(async () => {
    bench = await startBench({ projectId });
    page = await bench.visit(`/projects/${projectId}`);
  });
  afterAll(() => bench?.stop());

  test("are resolved and folded away, with an undo, and reopened", async () => {
    const { items } = await bench.makeLeaf("Resolving", ["Lamp"]);
    const params = { itemId: items[0]?.id ?? "" };
    for (const text of ["First", "Second"]) await bench.api.createComment({ params, body: { text } });
    const states = async () =>
      (await bench.api.listCommentStates({ params })).data.map(({ resolved }) => resolved !== null);
    await goTo(page, screenOf(items[0]));
    await toComments(page);
    const mark = page.locator(".grid-row .open-mark");
    await until(async () => (await mark.getAttribute("aria-label")) === "2 open comments", "the row has its mark");
    await commentOf(page, "First").getByRole("button", { name: "Resolve" }).press("Enter");
    await commentOf(page, "First").waitFor({ state: "detached" });
    // The keyboard goes on with the next one.
    await until(
      () => page.evaluate(() => document.activeElement?.closest(".comment")?.textContent?.includes("Second") === true),
      "the next comment has the focus",
    );
    await until(async () => String(await states()) === "true,false", "it is resolved");
    await until(async () => (await mark.innerText()) === "1", "the row counts those that are open");
    await page.locator(".toast", { hasText: "Comment on Lamp resolved" }).getByRole("button", { name: "Undo" }).click();
    await commentOf(page, "First").waitFor();
    await until(async () => String(await states()) === "false,false", "it is open again");
    await commentOf(page, "First").getByRole("button", { name: "Resolve" }).click();
    await page.getByRole("button", { name: "Show 1 resolved comment" }).click();
    await commentOf(page, "First").getByText("Resolved by Anonymous").waitFor();
    await draw(page, "comments-resolved");
    await commentOf(page, "First").getByRole("button", { name: "Reopen" }).click();
    await until(async () => String(await states()) === "false,false", "it is reopened");
    await commentOf(page, "Second").getByRole("button", { name: "Delete comment" }).click();
    await page.locator(".toast", { hasText: "Comment on Lamp deleted" }).getByRole("button", { name: "Undo" }).click();
    await commentOf(page, "Second").waitFor();
    expect(bench.errors).toEqual([]);
  });

  test("an @ is plain text, and there is no bell", async () => {
    const { items } = await bench.makeLeaf("Plain", ["Plain lamp"]);
    const asked: string[] = [];
    page.on("request", (request) => asked.push(new URL(request.url()).pathname));
    await goTo(page, screenOf(items[0]));
    await page.locator(".panel-head", { hasText: "Plain lamp" }).waitFor();
    await toComments(page);
    await box(page).fill("@anna");
    await page.getByRole("button", { name: "Comment", exact: true }).click();
    await commentOf(page, "@anna").waitFor();
    expect(await page.getByRole("button", { name: /^Mentions/ }).count()).toBe(0);
    expect(asked.filter((path) => /people|notices/.test(path))).toEqual([]);
  });

  test("the open ones of the project are a list that leads to each, and is reached by the palette", async () => {
    const { leaf, items } = await bench.makeLeaf("Listing", ["Lamp", "Chair"]);
    for (const [at, text] of ["About the lamp", "About the chair"].entries())
      await bench.api.createComment({ params: { itemId: items[at]?.id ?? "" }, body: { text, author: "Ann" } });
    await goTo(page, `/projects/${projectId}?all=true`);
    await page.locator(".grid-name").first().waitFor();
    await page.keyboard.press("Control+k");
    await page.getByRole("dialog").getByRole("combobox").fill("Open comments");
    await page.getByRole("option", { name: "Open comments" }).waitFor();
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "Comments", level: 1 }).waitFor();
    const lines = page.locator(".list-line");
    await lines.filter({ hasText: "About the chair" }).waitFor();
    await draw(page, "comments-list");
    expect(await lines.first().innerText()).toContain("Listing department › Listing");
    await page.getByRole("button", { name: "Whole catalog" }).click();
    await page.getByRole("combobox").fill("Listing");
    await page.locator(".node-choice .node-name", { hasText: /^Listing$/ }).click();
    await until(async () => (await lines.count()) === 2, "the branch has two");
    expect(new URL(page.url()).searchParams.get("branch")).toBe(leaf.id);
    await page.getByRole("button", { name: "Resolve: About the chair" }).click();
    await lines.filter({ hasText: "About the chair" }).waitFor({ state: "detached" });
    await page.locator("label", { hasText: "Resolved" }).click();
    await lines.filter({ hasText: "About the chair" }).waitFor();
    await lines.getByRole("link", { name: "Chair" }).click();
    // It is resolved, and shown all the same: the link leads to it.
    await page.locator(".comment[data-wanted]", { hasText: "About the chair" }).waitFor();
    expect(bench.errors).toEqual([]);
  });

  test("all of it is in Russian, dark and on a phone", async () => {
    const { items } = await bench.makeLeaf("Узкий", ["Лампа"]);
    const params = { itemId: items[0]?.id ?? "" };
    for (const text of ["Проверьте цену, пожалуйста", "Готово"])
      await bench.api.createComment({ params, body: { text } });
    await goSmall(page, `${bench.url}/projects/${projectId}/comments`);
    await page.getByRole("button", { name: "Закрыть: Готово" }).click();
    await page.locator(".toast", { hasText: "Закрыт комментарий к «Лампа»" }).waitFor();
    await draw(page, "comments-phone");
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    await page.getByRole("link", { name: "Лампа" }).click();
    await page.getByRole("button", { name: "Показать 1 закрытый комментарий" }).waitFor();
    await commentOf(page, "Проверьте цену").waitFor();
    await draw(page, "comments-phone-item");
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    expect(bench.errors).toEqual([]);
  });
});

describe.skipIf(!hasBrowser)("mentions", () => {
  let bench: Bench;
  let staff: Staff;
  beforeAll(async () => {
    const signedIn = await startSignedInBench({ projectId });
    bench = signedIn;
    staff = signedIn.staff;
  });
  afterAll(() => bench?.stop());

  test("a person is chosen by the keyboard, told at once, and led to the comment", async () => {
    const { items } = await bench.makeLeaf("Asking", ["Lamp"]);
    const boris = await bench.visit(`/projects/${projectId}?all=true`, {
      person: "boris",
      cookie: await staff.add("quinn", [{ role: "editor" }]),
    });
    // No other file has people whose names begin with this letter.
    await staff.add("quentin", [{ role: "viewer", project: projectId }]);
    const bell = boris.getByRole("button", { name: /^Mentions/ });
    await bell.waitFor();
    const anna = await bench.visit(screenOf(items[0]), { person: "anna", cookie: staff.cookie });
    await toComments(anna);
    await box(anna).pressSequentially("Is it right, @q");
    const options = anna.getByRole("listbox", { name: "People to mention" }).getByRole("option");
    await until(async () => (await options.allInnerTexts()).join() === "@quentin,@quinn", "both are offered");
    await draw(anna, "comments-mention");
    await box(anna).press("ArrowDown");
    await box(anna).press("Enter");
    await until(async () => (await box(anna).inputValue()) === "Is it right, @quinn ", "the name is in the text");
    // In the middle of a text, what is typed next finds the caret behind the name.
    await box(anna).fill("Hello  there");
    for (let step = 0; step < 6; step++) await box(anna).press("ArrowLeft");
    await box(anna).pressSequentially("@qui");
    await until(async () => (await options.allInnerTexts()).join() === "@quinn", "one is offered");
    const caret = await box(anna).evaluate((field: HTMLTextAreaElement) => {
      field.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true, cancelable: true }));
      return [field.value.slice(0, field.selectionStart), field.value.slice(field.selectionStart)];
    });
    expect(caret).toEqual(["Hello @quinn", " there"]);
    await box(anna).fill("Is it right, @quinn ");
    await box(anna).pressSequentially("?");
    // The states of the comments are asked for before the service has this one, and come after it has.
    const posted = anna.waitForResponse((response) => response.url().endsWith("/comments") && response.ok());
    await anna.route("**/comment-states", async (route) => {
      const response = await route.fetch();
      await posted;
      await anna.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
      // The page may have cancelled the request.
      await route.fulfill({ response }).catch(() => undefined);
    });
    await box(anna).press("Control+Enter");
    await anna.locator(".comment .mention", { hasText: "@quinn" }).waitFor();
    await anna.unroute("**/comment-states");
    await boris.getByRole("button", { name: "Mentions: 1 unread" }).waitFor();
    await boris.locator(".toast", { hasText: "anna mentioned you: Is it right, @quinn ?" }).waitFor();
    await boris.getByRole("button", { name: "Mentions: 1 unread" }).press("Enter");
    const notice = boris.getByRole("link", { name: /anna mentioned you on Lamp/ });
    await notice.waitFor();
    await draw(boris, "notices");
    await notice.press("Enter");
    await boris.locator(".comment[data-wanted]", { hasText: "Is it right" }).waitFor();
    await boris.getByRole("button", { name: "Mentions", exact: true }).waitFor();
    expect(new URL(boris.url()).searchParams.get("item")).toBe(items[0]?.id ?? "");
    expect(bench.errors).toEqual([]);
  });

  test("the bar has room for the bell on a phone, and the list is reached from it", async () => {
    const { items } = await bench.makeLeaf("Звонок", ["Лампа"]);
    const cookie = await staff.add("olga", [{ role: "editor" }]);
    await staff.admin.createComment({ params: { itemId: items[0]?.id ?? "" }, body: { text: "Проверьте, @olga" } });
    const page = await bench.visit(blank, { person: "boris", cookie });
    await goSmall(page, `${bench.url}/projects/${projectId}?all=true`);
    await page.getByRole("button", { name: "Упоминания, новых: 1" }).click();
    await page.getByRole("link", { name: /anna упоминает вас у товара «Лампа»/ }).waitFor();
    await draw(page, "notices-phone");
    const cut = await page.evaluate(() =>
      [...document.querySelectorAll(".top-bar a, .top-bar button")]
        .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth + 1)
        .map(({ ariaLabel, textContent }) => ariaLabel ?? textContent),
    );
    expect(cut).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    await page.getByRole("link", { name: "Все открытые комментарии" }).click();
    await page.locator(".list-line .mention", { hasText: "@olga" }).waitFor();
    await page.locator("label", { hasText: "Где упомянули меня" }).click();
    await until(async () => (await page.locator(".list-line").count()) === 1, "one mentions her");
    await draw(page, "comments-phone-mine");
  });

  test("who may only see finds no button to resolve", async () => {
    const { items } = await bench.makeLeaf("Viewing", ["Lamp"]);
    const params = { itemId: items[0]?.id ?? "" };
    await staff.admin.createComment({ params, body: { text: "Look" } });
    const page = await bench.visit(screenOf(items[0]), {
      person: "anna",
      cookie: await staff.add("vera", [{ role: "viewer" }]),
    });
    await toComments(page);
    await commentOf(page, "Look").waitFor();
    expect(await page.locator(".comment button").count()).toBe(0);
    await goTo(page, `/projects/${projectId}/comments`);
    await page.locator(".list-line", { hasText: "Look" }).waitFor();
    expect(await page.locator(".list-line button").count()).toBe(0);
  });
});
