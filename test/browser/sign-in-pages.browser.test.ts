import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { createClient } from "../../contract/client.ts";
import { firstUserPath } from "../support/first-user-path.ts";
import { freePort } from "../support/free-port.ts";
import { faultsHere, faultsOf, type Screen } from "./check-screens.ts";
import { password, sessionOf, signUp } from "./signed-in.ts";
import { type Bench, demoId, goTo, hasBrowser, startBench } from "./start-bench.ts";
import { virtualDevice } from "./virtual-device.ts";

/** The pages before the editor are loaded one by one, in the colours of the page before. */
const isClean = async (page: Page, name: string) => expect(await faultsHere(page, { name })).toEqual({});

const ownScreens: Screen[] = [
  { name: "people-alone", path: "/people", ready: "text=Only you so far" },
  { name: "keys-none", path: "/people?show=keys", ready: "text=No keys yet" },
  {
    name: "account",
    path: "/account",
    ready: "text=This one",
    act: async (page) => {
      await virtualDevice(page);
      const form = page.locator("form", { hasText: "Name of the passkey" });
      await form.getByLabel("Name of the passkey").fill("Laptop");
      await form.getByLabel("Current password").fill(password);
      await form.getByRole("button", { name: "Add passkey" }).click();
      await page.locator(".list-line", { hasText: "Laptop" }).waitFor();
    },
  },
];

describe.skipIf(!hasBrowser)(
  "the pages before the editor have no accessibility faults, light, dark and on a phone",
  () => {
    let bench: Bench;
    let page: Page;
    beforeAll(async () => {
      // With mail and a host that has a name, a person can ask for a new password and has passkeys.
      const port = await freePort();
      const env = {
        ACCESS: "required",
        SMTP_URL: "smtp://127.0.0.1:9",
        MAIL_FROM: "catalog@example.com",
        PORT: String(port),
        PUBLIC_URL: `http://localhost:${port}`,
      };
      bench = await startBench({ alone: { env } });
    });
    afterAll(() => bench?.stop());

    const to = async (path: string, heading: string) => {
      await page.goto(bench.url + path);
      await page.getByRole("heading", { name: heading }).waitFor();
    };
    let signedUp = false;
    const sessionOfAnna = async () => {
      if (!signedUp) await signUp(bench, "anna");
      signedUp = true;
      return sessionOf(bench, "anna");
    };
    /** As in a browser that cannot offer passkeys in the list of a field: it would sign in by itself. */
    const offerNoPasskeys = () =>
      page.addInitScript(() => {
        PublicKeyCredential.isConditionalMediationAvailable = async () => false;
      });
    const send = () => page.locator("form button:not(#passkey)").click();

    test("of the first person, whose own screens have none either", async () => {
      page = await bench.visit(await firstUserPath(bench));
      await page.getByLabel("Name").waitFor();
      await isClean(page, "welcome");
      await page.getByLabel("Name").fill("anna");
      await page.getByLabel("Password").fill("short");
      await send();
      await page.getByRole("alert").filter({ hasText: /./ }).waitFor();
      await isClean(page, "welcome-refused");
      await page.getByLabel("Password").fill(password);
      await send();
      await page.locator(".project-card").first().waitFor();
      signedUp = true;
      expect(await faultsOf(page, bench.url, ownScreens)).toEqual({});
      expect(bench.errors).toEqual([]);
    });

    test("of the first person have empty places with a picture and one button that goes on", async () => {
      page = await bench.visit("/people", { cookie: await sessionOfAnna() });
      for (const [path, title, button] of [
        ["/people", "Only you so far", "Invite person"],
        ["/people?show=keys", "No keys yet", "Create key"],
        ["/people?show=audit", "Nothing matches", "Clear filters"],
      ] as const) {
        await goTo(page, path);
        if (path.endsWith("audit")) await page.getByLabel("Who").fill("nobody");
        await page.getByText(title, { exact: true }).waitFor();
        const empty = page.locator(".empty:visible");
        expect(await empty.locator("svg[viewBox='0 0 120 80']").count()).toBe(1);
        expect(await empty.locator("button, a").allInnerTexts()).toEqual([button]);
      }
      expect(bench.errors).toEqual([]);
    });

    test("of signing in: with a passkey, refused, and over the open editor", async () => {
      const cookie = await sessionOfAnna();
      page = await bench.visit("/", { cookie });
      await page.locator(".project-card").first().waitFor();
      await page.context().clearCookies();
      // By its address: the page may ask something by itself, and then lies under the dialog.
      await page.evaluate((path) => history.pushState(null, "", path), `/projects/${demoId}`);
      await page.getByRole("heading", { name: "Sign in" }).waitFor();
      await isClean(page, "sign-in-again");
      await offerNoPasskeys();
      await to("/sign-in", "Sign in");
      await page.getByRole("button", { name: "Sign in with a passkey" }).waitFor();
      await isClean(page, "sign-in");
      await page.getByLabel("Name").fill("anna");
      await page.getByLabel("Password").fill("wrong");
      await send();
      await page.getByRole("alert").filter({ hasText: /./ }).waitFor();
      await isClean(page, "sign-in-refused");
      expect(bench.errors).toEqual([]);
    });

    test("in the language that was chosen in the editor: of links, a forgotten password and an error", async () => {
      const cookie = await sessionOfAnna();
      page = await bench.visit("/", { cookie });
      await page.getByRole("button", { name: "Settings" }).click();
      await page.getByRole("menuitemradio", { name: "Русский" }).click();
      await page.getByRole("heading", { name: "Проекты" }).waitFor();
      await to("/nowhere", "Здесь ничего нет");
      await isClean(page, "missing");
      await page.getByRole("link", { name: "К каталогу" }).click();
      await page.getByRole("heading", { name: "Проекты" }).waitFor();

      await offerNoPasskeys();
      const admin = createClient(bench.url, (url, init) => {
        const headers = new Headers(init.headers);
        headers.set("cookie", cookie);
        return fetch(url, { ...init, headers });
      });
      const invited = (await admin.createInvitation({ body: { name: "boris" } })).data;
      const dora = (await admin.createUser({ body: { name: "dora", password, grants: [] } })).data;
      const reset = (await admin.createUserLink({ params: { userId: dora.id }, body: {} })).data;
      const language = (await page.context().cookies()).filter(({ name }) => name === "catalog-language");
      await page.context().clearCookies();
      await page.context().addCookies(language);
      await to(invited.link.path, "Добро пожаловать");
      await isClean(page, "invitation");
      await to(reset.path, "Новый пароль");
      await page.getByText("Задайте новый пароль для dora.").waitFor();
      await isClean(page, "reset");
      await to("/invitation#none", "Ссылка не работает");
      await isClean(page, "link-gone");
      await to("/sign-in", "Войти");
      await isClean(page, "sign-in-ru");
      await page.getByRole("link", { name: "Забыли пароль?" }).click();
      await page.getByRole("heading", { name: "Новый пароль" }).waitFor();
      await isClean(page, "forgot");
      await page.getByRole("textbox").fill("nobody");
      await send();
      await page.getByRole("status").waitFor();
      await isClean(page, "forgot-sent");
      expect(bench.errors).toEqual([]);
    });
  },
);
