import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { catalogEndpoints } from "../../contract/catalog-endpoints.ts";
import { startApp, type TestApp } from "../start-app.ts";
import { categoryRequests, projectRequests } from "./category.requests.ts";
import { conditionalRequests } from "./conditional.requests.ts";
import {
  bulkExtraRequests,
  bulkRequests,
  commentRequests,
  commentStateRequests,
  itemRequests,
} from "./item.requests.ts";
import { itemKeyRequests } from "./item-key.requests.ts";
import { itemListRequests } from "./item-list.requests.ts";
import { languageRequests } from "./language.requests.ts";
import { moveRequests } from "./move.requests.ts";
import { protocolRequests } from "./protocol.requests.ts";
import { rowRequests } from "./row.requests.ts";
import { endpointOf, run, type Scenario, type Step } from "./scenario.ts";
import { subcategoryRequests } from "./subcategory.requests.ts";

const groups: Record<string, Scenario[]> = {
  projects: projectRequests,
  categories: categoryRequests,
  subcategories: subcategoryRequests,
  moves: moveRequests,
  items: itemRequests,
  "keys of items": itemKeyRequests,
  "bulk update": bulkRequests,
  "bulk deletion and copy": bulkExtraRequests,
  rows: rowRequests,
  comments: commentRequests,
  "states of comments": commentStateRequests,
  "item list": itemListRequests,
  languages: languageRequests,
  "conditional requests": conditionalRequests,
  protocol: protocolRequests,
};

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.stop());

for (const [group, scenarios] of Object.entries(groups)) {
  describe(group, () => {
    for (const scenario of scenarios) test(scenario.name, () => run(app, scenario));
  });
}

test("every endpoint of the contract has a row that succeeds, and one for each of its own errors", () => {
  const steps = Object.values(groups)
    .flat()
    .flatMap((scenario): Step[] => [...(scenario.first ?? []), scenario, ...(scenario.after ?? [])]);
  const seen = new Set(steps.map(({ request, status, code }) => `${endpointOf(request)?.name} ${code ?? status}`));
  const wanted = Object.entries(catalogEndpoints).flatMap(([name, endpoint]) => [
    `${name} ${endpoint.success}`,
    ...("errors" in endpoint ? endpoint.errors.map((code) => `${name} ${code}`) : []),
  ]);
  expect(wanted.filter((row) => !seen.has(row))).toEqual([]);
});

test("after all requests the doctor finds no faults", async () => {
  expect(await app.doctor()).toEqual([]);
});
