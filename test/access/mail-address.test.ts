import { expect, test } from "bun:test";
import { json, password, problemOf, startAccessApp } from "./access-scenario.ts";

test("people change their own mail address with their password", async () => {
  const app = await startAccessApp();
  await app.addUser("emil", { role: "viewer" });
  const emil = await app.person("emil");
  expect((await emil.api.getAccount()).data).toEqual({ email: null, password: true, passkeys: [] });
  const change = (secret: string, email: string | null) =>
    emil.send("/api/account/email", json("POST", { password: secret, email }));
  expect((await problemOf(await change("wrong guess", "emil@example.com"))).code).toBe("sign_in_failed");
  expect(await problemOf(await change(password, "emil"))).toMatchObject({ errors: [{ pointer: "/email" }] });
  expect((await change(password, "emil@example.com")).status).toBe(204);
  expect((await emil.api.getAccount()).data.email).toBe("emil@example.com");
  expect((await change(password, null)).status).toBe(204);
  const { entries } = (await app.admin.api.listAudit({ query: { who: "emil", event: "user_changed" } })).data;
  expect(entries).toMatchObject([{ detail: { fields: ["email"] } }, { detail: { fields: ["email"] } }]);
  await app.stop();
});
