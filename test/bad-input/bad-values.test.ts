import { afterAll, beforeAll, expect, test } from "bun:test";
import { BadRequests } from "./bad-requests.ts";

let bad: BadRequests;
beforeAll(async () => {
  bad = await BadRequests.start();
});
afterAll(() => bad.app.stop());

const badIds = [
  "%",
  "%zz",
  "%ff%fe",
  "%00",
  "%c0%af",
  "..%2f..%2fetc",
  "a%20b",
  "%F0%9F%92%A9",
  "'%20or%201=1--",
  "{}",
  "__proto__",
  "constructor",
  "x".repeat(5_000),
  "%ED%A0%80",
];

test("malformed ids, in every path", async () => {
  await bad.unchanged(async () => {
    let count = 0;
    for (const { method, template, operation } of bad.targets()) {
      const isCatalog = bad.isCatalog(method, bad.pathOf(template));
      for (const parameter of operation.parameters ?? []) {
        if (parameter.in !== "path") continue;
        for (const id of badIds) {
          const path = bad.pathOf(template.replace(`{${parameter.name}}`, id));
          const example = operation.requestBody?.content["application/json"]?.schema.$ref?.split("/").at(-1) ?? "";
          const body = JSON.stringify(bad.document.components.schemas[example]?.examples?.[0] ?? {});
          const sent = operation.requestBody ? { headers: { "content-type": "application/json" }, body } : {};
          const { status, context } = await bad.send({ what: `the id ${id.slice(0, 30)}`, method, path, ...sent });
          if (isCatalog) expect(status, context).toBeGreaterThanOrEqual(400);
          count++;
        }
      }
    }
    return count;
  });
});

test("invalid queries, for every endpoint", async () => {
  await bad.unchanged(async () => {
    let count = 0;
    for (const { method, template, operation } of bad.targets()) {
      if (method !== "GET") continue;
      for (const { name, in: where, schema } of operation.parameters ?? []) {
        if (where !== "query") continue;
        const wrong: string[] = [];
        if (schema.type === "integer") wrong.push("x", "-1", "1.5", "1e3", "0x1", "", "99999999999", "%00", "１");
        if (schema.type === "boolean") wrong.push("maybe", "1", "");
        if (schema.enum) wrong.push("zzz", "");
        if (schema.maxLength !== undefined) wrong.push("x".repeat(schema.maxLength + 1));
        for (const value of wrong) {
          await bad.refuse({ what: `${name}=${value}`, method, path: `${bad.pathOf(template)}?${name}=${value}` }, 400);
          count++;
        }
        await bad.refuse({ what: `${name} twice`, method, path: `${bad.pathOf(template)}?${name}=1&${name}=1` }, 400);
      }
      // Unknown and malformed query parameters never make the service fail.
      const strange = await fetch(`${bad.app.url}${bad.pathOf(template)}?%&=&&%zz=%zz&__proto__=1&lang=%ff`);
      expect(strange.status).toBeLessThan(500);
      await strange.body?.cancel();
    }
    return count;
  });
});

test("malformed conditional headers", async () => {
  await bad.unchanged(async () => {
    let count = 0;
    const tags = ["", "x", '"', 'W/"', '"zzzzzzzzzz.0"', `${'"a",'.repeat(500)}"b"`, '"-1.0"', "*, *"];
    for (const { method, template, operation } of bad.targets()) {
      if (!operation.parameters?.some(({ name }) => name === "If-Match")) continue;
      for (const tag of tags) {
        if (tag === "") continue;
        const path = bad.pathOf(template);
        const field = template.includes("{commentId}") ? "text" : "name";
        const send = method === "DELETE" ? {} : { body: `{"${field}":"Changed"}` };
        const headers = { "if-match": tag, "content-type": "application/json" };
        await bad.refuse({ what: `If-Match ${tag}`, method, path, headers, ...send }, 412);
        count++;
      }
    }
    return count;
  });
});

test("after all of this the service has never failed and still answers", () => bad.hasNeverFailed());
