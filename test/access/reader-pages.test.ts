import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { DatabaseUnavailable, type Db } from "../../server/db/db.ts";
import { shopOrProduct } from "../../server/pages/shop.ts";
import { projectById, updateProject } from "../../server/projects/projects.sql.ts";
import { type AccessApp, problemOf, startAccessApp } from "./access-scenario.ts";

let app: AccessApp;
beforeAll(async () => {
  app = await startAccessApp();
});
afterAll(() => app.stop());

const asReader = { accept: "text/html,application/xhtml+xml,*/*;q=0.8" };
const read = async (path: string, headers: Record<string, string> = {}, at = app) => {
  const answer = await at.stranger.send(path, { headers: { ...asReader, ...headers } });
  return { answer, text: await answer.text() };
};

async function change(id: string, columns: Parameters<typeof updateProject>[2]): Promise<void> {
  await app.db.write(async (tx) => {
    const row = await projectById(tx, id);
    if (row) await updateProject(tx, row.key, columns);
  });
}

test("pages are in the language that the reader chose in the editor, or that their browser prefers", async () => {
  const languageOf = async (headers: Record<string, string>) =>
    /<html lang="(\w+)">[\s\S]*<h1[^>]*>(.*)<\/h1>/.exec((await read("/sign-in", headers)).text)?.slice(1);
  expect(await languageOf({})).toEqual(["en", "Sign in"]);
  expect(await languageOf({ "accept-language": "ru-RU,ru;q=0.9,en;q=0.8" })).toEqual(["ru", "Войти"]);
  expect(await languageOf({ "accept-language": "de-AT,ru;q=0.9" })).toEqual(["de", "Anmelden"]);
  expect(await languageOf({ "accept-language": "fr,ru;q=0.9" })).toEqual(["ru", "Войти"]);
  expect(await languageOf({ "accept-language": "en,ru;q=0.9" })).toEqual(["en", "Sign in"]);
  expect(await languageOf({ cookie: "a=b; catalog-language=ru", "accept-language": "en" })).toEqual(["ru", "Войти"]);
  expect(await languageOf({ cookie: "catalog-language=xx", "accept-language": "ru" })).toEqual(["ru", "Войти"]);
  for (const path of ["/welcome", "/invitation", "/reset", "/forgot"]) {
    expect([path, (await read(path, { "accept-language": "ru" })).text.includes('<html lang="ru">')]).toEqual([
      path,
      true,
    ]);
  }
});

test("pages name the shop: the only active project with its logo, or the installation", async () => {
  const shown = async (at = app) => {
    const { text } = await read("/sign-in", {}, at);
    return [/<title>(.*)<\/title>/.exec(text)?.[1], /class="shop"><img src="([^"]*)"/.exec(text)?.[1]];
  };
  expect(await shown()).toEqual(["Sign in · Catalog Backoffice", "/assets/icon.svg"]);
  await change("other", { active: 0 });
  await change("shop", { display_name: 'Aurora <b> & "Söhne"', logo_url: "/uploads/logo.webp" });
  expect(await shown()).toEqual(["Sign in · Aurora &lt;b&gt; &amp; &quot;Söhne&quot;", "/uploads/logo.webp"]);
  // The policy of the page asks no other host.
  await change("shop", { logo_url: "https://cdn.example.com/logo.png" });
  expect((await shown())[1]).toBe("/assets/icon.svg");
  await change("shop", { logo_url: "//cdn.example.com/logo.png" });
  expect((await shown())[1]).toBe("/assets/icon.svg");
  await change("other", { active: 1 });
  const named = await startAccessApp({ shopName: "Borealis" });
  expect((await shown(named))[0]).toBe("Sign in · Borealis");
  await named.stop();
});

test("while the database is away, pages have the name of the installation", async () => {
  const away = { read: () => Promise.reject(new DatabaseUnavailable("gone")) } as unknown as Db;
  expect(await shopOrProduct(away, undefined)).toEqual({ name: "Catalog Backoffice", logoUrl: "" });
  expect((await shopOrProduct(away, "Borealis")).name).toBe("Borealis");
});

describe("an error", () => {
  test("is a page for a reader, in their language, with the name of the shop", async () => {
    const { answer, text } = await read("/nowhere");
    expect(answer.status).toBe(404);
    expect(answer.headers.get("content-type")).toBe("text/html; charset=utf-8");
    expect(answer.headers.get("content-security-policy")).toContain("default-src 'none'; script-src 'self'");
    expect(answer.headers.get("cache-control")).toBe("no-store");
    expect(text).toContain("There is nothing here");
    expect(text).toContain("Catalog Backoffice");
    expect((await read("/nowhere", { "accept-language": "ru" })).text).toContain("Здесь ничего нет");
    expect((await read("/<script>alert(1)</script>")).text).not.toContain("alert(1)");
  });

  test("is a problem for a program, for a part of a page, and under /api", async () => {
    const parts: [string, Record<string, string>][] = [
      ["/nowhere", { accept: "*/*" }],
      ["/nowhere", { "sec-fetch-dest": "image" }],
      ["/api/nowhere", {}],
      ["/uploads/nothing", {}],
    ];
    for (const [path, headers] of parts) {
      const { answer } = await read(path, headers);
      expect([path, answer.headers.get("content-type")]).toEqual([path, "application/problem+json"]);
    }
    expect((await problemOf(await app.stranger.send("/nowhere"))).code).toBe("route_not_found");
  });

  test("of a sign-in through the provider is a page that leads back to the sign-in", async () => {
    const oidc = {
      issuer: "http://127.0.0.1:1",
      clientId: "catalog",
      clientSecret: "secret",
      label: "Company",
      newUsers: "none",
    } as const;
    const provided = await startAccessApp({ oidc });
    const { answer, text } = await read("/api/oidc/callback?code=x", { "sec-fetch-dest": "document" }, provided);
    expect([answer.status, text]).toEqual([401, expect.stringContaining('href="/sign-in"')]);
    expect(text).toContain("The sign-in did not work");
    await provided.stop();
  });

  test("of the service itself names the request, and nothing else", async () => {
    const broken = await startAccessApp();
    const { ready } = broken.db;
    broken.db.ready = () => Promise.reject(new Error("the secret of the database"));
    const { answer, text } = await read("/readyz", {}, broken);
    broken.db.ready = ready;
    expect(answer.status).toBe(500);
    expect(text).toContain(answer.headers.get("x-request-id") ?? "none");
    expect(text).not.toContain("secret");
    await broken.stop();
  });
});
