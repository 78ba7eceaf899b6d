import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { freePort } from "../support/free-port.ts";
import { type MailServer, startMailServer } from "../support/mail-server.ts";
import { accessibilityFaults } from "./axe.ts";
import { draw } from "./screenshots.ts";
import { password, signUp } from "./signed-in.ts";
import { type Bench, hasBrowser, startBench, until } from "./start-bench.ts";

describe.skipIf(!hasBrowser)("a forgotten password in the browser", () => {
  let bench: Bench;
  let mail: MailServer;
  beforeAll(async () => {
    mail = await startMailServer();
    const port = await freePort();
    const env = {
      ACCESS: "required",
      SMTP_URL: `smtp://127.0.0.1:${mail.port}`,
      MAIL_FROM: "catalog@example.com",
      PORT: String(port),
      PUBLIC_URL: `http://localhost:${port}`,
      SHOP_NAME: "Aurora",
    };
    bench = await startBench({ env });
  });
  afterAll(async () => {
    await bench?.stop();
    await mail?.stop();
  });

  test("a person with a mail address gets a link on the sign-in page, and sets a new password", async () => {
    const { cookie } = await signUp(bench, "anna");
    const page = await bench.visit("/account", { cookie });
    const form = page.locator("form", { hasText: "Mail address" });
    await form.getByLabel("Mail address").fill("anna@example.com");
    await form.getByLabel("Current password").fill("wrong");
    await form.getByRole("button", { name: "Save" }).click();
    await form.getByText("This is not your password.").waitFor();
    await draw(page, "account-email");
    await form.getByLabel("Current password").fill(password);
    await form.getByRole("button", { name: "Save" }).click();
    await page.getByText("Mail address saved").waitFor();

    await page.context().clearCookies();
    await page.goto(`${bench.url}/sign-in`);
    await page.getByRole("link", { name: "Forgot your password?" }).click();
    await page.getByRole("heading", { name: "New password" }).waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.getByLabel("Name").fill("anna");
    await page.getByRole("button", { name: "Send the link" }).click();
    await page.getByRole("status").getByText("the link is on its way").waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await draw(page, "forgot-sent");
    await until(async () => mail.mails.length > 0, "the mail has come");
    const link = /http:\S+\/reset#\S+/.exec(mail.mails[0]?.text ?? "")?.[0] ?? "";
    expect(link).toStartWith(bench.url);
    await page.goto(link);
    await page.getByLabel("New password").fill("nine paper lanterns drift");
    await page.getByRole("button").click();
    await page.locator(".project-card").first().waitFor();
    expect(bench.errors).toEqual([]);
  });
});
