import { limits } from "../../contract/limits.ts";
import { get } from "./expectations.ts";
import type { Scenario } from "./scenario.ts";

const rows = "PATCH /api/items/rows";

export const rowRequests: Scenario[] = [
  {
    name: "rows change items and create others, each by its own values",
    request: rows,
    json: {
      rows: [
        { id: "{item}", data: { price: 7, tags: ["new"] } },
        { subcategoryId: "{leaf}", data: { name: "Tablet", quantity: 3 } },
        { subcategoryId: "{empty}", data: { name: "Watch" } },
      ],
    },
    status: 200,
    body: { rows: [{ id: "{item}", status: "changed" }, { status: "created" }, { status: "created" }] },
    after: [
      get("/api/items/{item}", { price: 7, tags: ["new"], name: "Phone" }),
      get("/api/subcategories/{leaf}", { itemCount: 2 }),
      get("/api/subcategories/{empty}", { itemCount: 1 }),
    ],
  },
  {
    name: "a row that changes nothing is unchanged, and no set of changes is named",
    request: rows,
    json: { rows: [{ id: "{item}", data: { name: "Phone" } }] },
    status: 200,
    exactly: { rows: [{ id: "{item}", status: "unchanged" }] },
    answerHeaders: { "change-set": null },
  },
  {
    name: "a fault refuses its row, and the others are saved",
    request: rows,
    json: {
      rows: [
        { id: "{item}", data: { price: -1, discount: 101, prize: 1 } },
        { id: "{item}", data: { quantity: 4 } },
        { subcategoryId: "{leaf}", data: { price: 2 } },
      ],
    },
    status: 200,
    body: {
      rows: [
        {
          id: "{item}",
          status: "refused",
          code: "invalid_body",
          errors: [
            { pointer: "/price", code: "out_of_range" },
            { pointer: "/discount", code: "out_of_range" },
            { pointer: "/prize", code: "unknown_field" },
          ],
        },
        { id: "{item}", status: "changed" },
        { status: "refused", code: "invalid_body", errors: [{ pointer: "/name", code: "required" }] },
      ],
    },
    after: [get("/api/items/{item}", { price: 0, quantity: 4 }), get("/api/subcategories/{leaf}", { itemCount: 1 })],
  },
  {
    name: "an unknown item, an unknown subcategory and one with children refuse their rows",
    request: rows,
    json: {
      rows: [
        { id: "nowhere", data: { price: 1 } },
        { subcategoryId: "nowhere", data: { name: "Lost" } },
        { subcategoryId: "{parent}", data: { name: "Too high" } },
        { id: "{item}", data: { price: 1 } },
      ],
    },
    status: 200,
    body: {
      rows: [
        { id: "nowhere", status: "refused", code: "not_found" },
        { status: "refused", code: "not_found" },
        { status: "refused", code: "has_subcategories" },
        { id: "{item}", status: "changed" },
      ],
    },
  },
  {
    name: "an item stays where it is: a row does not move it",
    request: rows,
    json: { rows: [{ id: "{item}", data: { subcategoryId: "{empty}" } }] },
    status: 200,
    body: { rows: [{ status: "refused", errors: [{ pointer: "/subcategoryId", code: "unknown_field" }] }] },
  },
  {
    name: "read-only fields are ignored in a row, and translations are merged",
    first: [
      {
        request: "PATCH /api/items/{item}",
        json: { translations: { de: { name: "Telefon" } } },
        status: 200,
      },
    ],
    request: rows,
    json: { rows: [{ id: "{item}", data: { id: "x", comments: [], translations: { ru: { name: "Телефон" } } } }] },
    status: 200,
    body: { rows: [{ status: "changed" }] },
    after: [get("/api/items/{item}", { translations: { de: { name: "Telefon" }, ru: { name: "Телефон" } } })],
  },
  {
    name: "a row conflicts only with a later change of a field that it sends",
    first: [{ request: "PATCH /api/items/{item}", json: { price: 5 }, status: 200 }],
    request: rows,
    json: {
      rows: [
        { id: "{item}", ifMatch: "{item.etag}", data: { price: 6 } },
        { id: "{item}", ifMatch: "{item.etag}", data: { quantity: 6 } },
      ],
    },
    status: 200,
    body: {
      rows: [
        { status: "refused", code: "edit_conflict", conflicts: [{ field: "price", yours: 6, theirs: 5 }] },
        { status: "changed" },
      ],
    },
    after: [get("/api/items/{item}", { price: 5, quantity: 6 })],
  },
  { name: "no rows", request: rows, json: { rows: [] }, status: 200, exactly: { rows: [] } },
  {
    name: "a request whose rows are not rows is refused as a whole",
    request: rows,
    json: {
      rows: [
        { data: {} },
        { id: "{item}", subcategoryId: "{leaf}", data: {} },
        { subcategoryId: "{leaf}", ifMatch: '"1.x"', data: {} },
        { id: "{item}" },
        { id: "{item}", data: [], more: 1 },
      ],
    },
    status: 400,
    faults: [
      "/rows/0/id required",
      "/rows/1/subcategoryId not_allowed",
      "/rows/2/ifMatch not_allowed",
      "/rows/3/data required",
      "/rows/4/data wrong_type",
      "/rows/4/more unknown_field",
    ],
  },
  {
    name: "more rows than one request takes",
    request: rows,
    json: { rows: new Array(limits.rows + 1).fill({ id: "{item}", data: {} }) },
    status: 400,
    faults: ["/rows too_many"],
  },
];
