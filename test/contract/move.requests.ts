import { get } from "./expectations.ts";
import type { Scenario, Step } from "./scenario.ts";

/** Adds a subcategory to the second category each time, so that its tree has more changes than the first one's. */
const backAndForth: Step[] = [
  { request: "POST /api/categories/{second}/subcategories", json: { name: "More" }, status: 201 },
  get("/api/subcategories/{parent}", { categoryId: "{category}" }),
  { request: "PATCH /api/subcategories/{parent}", json: { parentId: "{second}" }, status: 200 },
  get("/api/subcategories/{parent}", { categoryId: "{second}", subcategories: [{ categoryId: "{second}" }] }),
  { request: "PATCH /api/subcategories/{parent}", json: { parentId: "{category}" }, status: 200 },
];

export const moveRequests: Scenario[] = [
  {
    name: "a subcategory moves to the top of its category",
    request: "PATCH /api/subcategories/{leaf}",
    json: { parentId: "{category}" },
    status: 200,
    body: { parentId: "{category}", categoryId: "{category}" },
    after: [
      get("/api/categories/{category}/subcategories", [
        { id: "{parent}", subcategories: [] },
        { id: "{leaf}", itemCount: 1 },
        { id: "{empty}" },
      ]),
    ],
  },
  {
    name: "a subcategory moves under another, with all below it",
    request: "PATCH /api/subcategories/{parent}",
    json: { parentId: "{empty}" },
    status: 200,
    body: { parentId: "{empty}", subcategories: [{ id: "{leaf}" }] },
    after: [
      get("/api/categories/{category}", {
        subcategories: [{ id: "{empty}", subcategories: [{ id: "{parent}", subcategories: [{ id: "{leaf}" }] }] }],
      }),
    ],
  },
  {
    name: "a move to another category changes the root of everything below",
    first: [
      { request: "POST /api/projects/{project}/categories", json: { name: "Second" }, status: 201, save: "second" },
      get("/api/subcategories/{parent}", { categoryId: "{category}" }),
      get("/api/categories/{second}", { subcategories: [] }),
    ],
    request: "PATCH /api/subcategories/{parent}",
    json: { parentId: "{second}" },
    status: 200,
    body: {
      parentId: "{second}",
      categoryId: "{second}",
      subcategories: [{ id: "{leaf}", categoryId: "{second}", parentId: "{parent}" }],
    },
    after: [
      get("/api/subcategories/{parent}", { categoryId: "{second}", parentId: "{second}" }),
      get("/api/subcategories/{leaf}", { categoryId: "{second}" }),
      get("/api/categories/{category}", { subcategories: [{ id: "{empty}" }] }),
      get("/api/categories/{second}", { subcategories: [{ id: "{parent}" }] }),
      get("/api/projects/{project}/categories", [
        { subcategories: [{ id: "{empty}" }] },
        { subcategories: [{ id: "{parent}" }] },
      ]),
    ],
  },
  {
    name: "a move with other fields is one write",
    request: "PATCH /api/subcategories/{leaf}",
    json: { parentId: "{empty}", id: "{free}", name: "Moved", priority: 7 },
    status: 200,
    body: { parentId: "{empty}", id: "{free}", name: "Moved", priority: 7 },
  },
  {
    name: "a move to the current parent changes nothing",
    request: "PATCH /api/subcategories/{leaf}",
    json: { parentId: "{parent}" },
    status: 200,
    body: { parentId: "{parent}" },
  },
  {
    name: "a move under itself",
    request: "PATCH /api/subcategories/{parent}",
    json: { parentId: "{parent}" },
    status: 400,
    code: "move_not_possible",
  },
  {
    name: "a move under its own descendant",
    first: [{ request: "DELETE /api/items/{item}", status: 204 }],
    request: "PATCH /api/subcategories/{parent}",
    json: { parentId: "{leaf}", name: "Lost?" },
    status: 400,
    code: "move_not_possible",
    after: [get("/api/subcategories/{parent}", { name: "Phones", parentId: "{category}" })],
  },
  {
    name: "a move under a subcategory with items",
    request: "PATCH /api/subcategories/{empty}",
    json: { parentId: "{leaf}" },
    status: 400,
    code: "has_items",
  },
  {
    name: "a move to another project's subcategory",
    request: "PATCH /api/subcategories/{leaf}",
    json: { parentId: "{foreign}" },
    status: 400,
    code: "move_not_possible",
  },
  {
    name: "a move to another project's category",
    request: "PATCH /api/subcategories/{leaf}",
    json: { parentId: "{foreignCategory}" },
    status: 400,
    code: "move_not_possible",
  },
  {
    name: "a move to an unknown parent",
    request: "PATCH /api/subcategories/{leaf}",
    json: { parentId: "nowhere" },
    status: 404,
    code: "not_found",
  },
  {
    name: "a parent of null is refused",
    request: "PATCH /api/subcategories/{leaf}",
    json: { parentId: null },
    status: 400,
    faults: ["/parentId wrong_type"],
  },
  {
    name: "a parent without its last child accepts items",
    first: [{ request: "PATCH /api/subcategories/{leaf}", json: { parentId: "{category}" }, status: 200 }],
    request: "POST /api/subcategories/{parent}/items",
    json: { name: "x" },
    status: 201,
  },
  {
    name: "a subcategory that moves back and forth is never shown under its old parent",
    first: [
      { request: "POST /api/projects/{project}/categories", json: { name: "Second" }, status: 201, save: "second" },
      ...new Array(6).fill(backAndForth).flat(),
    ],
    ...get("/api/subcategories/{parent}", { parentId: "{category}" }),
  },
];
