import { expect } from "bun:test";
import { get, gone } from "./expectations.ts";
import type { Scenario, Step } from "./scenario.ts";

const read = (path: string): Step => ({ request: `GET ${path}`, status: 200, save: "was" });
const ifMatch = { "if-match": "{was.etag}" };
const time = expect.stringMatching(/Z$/);

/** The kinds of things that have versions, with their paths. */
const kinds: [string, string][] = [
  ["category", "/api/categories/{category}"],
  ["subcategory", "/api/subcategories/{leaf}"],
  ["item", "/api/items/{item}"],
];

const comment: Step = {
  request: "POST /api/items/{item}/comments",
  json: { text: "Great", stars: 4 },
  status: 201,
  save: "comment",
};
const ownComment = "/api/items/{item}/comments/{comment}";
const theirComment: Step = { request: `PATCH ${ownComment}`, json: { text: "Theirs" }, status: 200 };

/** A comment has no ETag: it is part of its item. */
const comments: Scenario[] = [
  ...(["PATCH", "DELETE"] as const).map(
    (method): Scenario => ({
      name: `${method} of a comment that was changed since the version of its item`,
      first: [comment, read("/api/items/{item}"), theirComment],
      request: `${method} ${ownComment}`,
      ...(method === "PATCH" ? { json: { text: "Mine" } } : {}),
      headers: ifMatch,
      status: 412,
      code: "edit_conflict",
      body: { conflicts: [{ field: "comments.{comment}", theirs: { text: "Theirs" } }] },
      after: [get("/api/items/{item}", { comments: [{ text: "Theirs" }] })],
    }),
  ),
  {
    name: "a comment of an item that was changed elsewhere since",
    first: [
      comment,
      read("/api/items/{item}"),
      { request: "PATCH /api/items/{item}", json: { price: 3 }, status: 200 },
    ],
    request: `PATCH ${ownComment}`,
    json: { text: "Mine" },
    headers: ifMatch,
    status: 200,
    body: { text: "Mine" },
  },
];

const merging = kinds.flatMap(([kind, path]): Scenario[] => {
  const theirs: Step = { request: `PATCH ${path}`, json: { name: "Theirs" }, status: 200 };
  return [
    {
      name: `If-Match with the current version of a ${kind}`,
      first: [read(path)],
      request: `PATCH ${path}`,
      json: { name: "Mine" },
      headers: ifMatch,
      status: 200,
      body: { name: "Mine" },
    },
    {
      name: `other fields of a ${kind} merge`,
      first: [read(path), theirs],
      request: `PATCH ${path}`,
      json: { priority: 5 },
      headers: ifMatch,
      status: 200,
      body: { name: "Theirs", priority: 5 },
    },
    {
      name: `the same field of a ${kind} conflicts, with both values`,
      first: [read(path), theirs, { request: `PATCH ${path}`, json: { visible: false }, status: 200 }],
      request: `PATCH ${path}`,
      json: { name: "Mine", priority: 5 },
      headers: ifMatch,
      status: 412,
      code: "edit_conflict",
      body: { conflicts: [{ field: "name", yours: "Mine", theirs: "Theirs", actor: expect.any(String), at: time }] },
      after: [get(path, { name: "Theirs", priority: 0 })],
    },
    {
      name: `the same value in a ${kind} is not a conflict`,
      first: [read(path), theirs],
      request: `PATCH ${path}`,
      json: { name: "Theirs" },
      headers: ifMatch,
      status: 200,
      body: { name: "Theirs" },
    },
    {
      name: `a field of a ${kind} that was changed twice conflicts too`,
      first: [read(path), theirs, { request: `PATCH ${path}`, json: { name: "Again" }, status: 200 }],
      request: `PATCH ${path}`,
      json: { name: "Mine" },
      headers: ifMatch,
      status: 412,
      body: { conflicts: [{ field: "name", theirs: "Again" }] },
    },
    {
      name: `translations of a ${kind} conflict per language and field`,
      first: [read(path), { request: `PATCH ${path}`, merge: { translations: { ru: { name: "Их" } } }, status: 200 }],
      request: `PATCH ${path}`,
      merge: { translations: { ru: { name: "Мой" } } },
      headers: ifMatch,
      status: 412,
      body: { conflicts: [{ field: "translations.ru.name", yours: "Мой", theirs: "Их" }] },
    },
    {
      name: `two translators of a ${kind} never overwrite each other`,
      first: [read(path), { request: `PATCH ${path}`, merge: { translations: { ru: { name: "Их" } } }, status: 200 }],
      request: `PATCH ${path}`,
      merge: { translations: { de: { name: "Mein" } } },
      headers: ifMatch,
      status: 200,
      body: { translations: { ru: { name: "Их" }, de: { name: "Mein" } } },
    },
    {
      name: `If-Match with a star on a ${kind}`,
      first: [theirs],
      request: `PATCH ${path}`,
      json: { name: "Mine" },
      headers: { "if-match": "*" },
      status: 200,
    },
    {
      name: `If-Match with a foreign tag on a ${kind}`,
      request: `PATCH ${path}`,
      json: { name: "Mine" },
      headers: { "if-match": '"strange"' },
      status: 412,
      code: "edit_conflict",
      body: { conflicts: [{ field: "name", yours: "Mine" }] },
    },
    {
      name: `If-Match with several tags on a ${kind}`,
      first: [read(path)],
      request: `PATCH ${path}`,
      json: { name: "Mine" },
      headers: { "if-match": '"strange", {was.etag}' },
      status: 200,
    },
    {
      name: `an update that changes nothing in a ${kind} needs no version`,
      first: [read(path), theirs],
      request: `PATCH ${path}`,
      json: {},
      headers: ifMatch,
      status: 200,
    },
    {
      name: `the ETag of an update of a ${kind} is valid for the next update`,
      first: [{ ...theirs, save: "was" }],
      request: `PATCH ${path}`,
      json: { name: "Mine" },
      headers: ifMatch,
      status: 200,
    },
    {
      name: `deleting a ${kind} that was changed since`,
      first: [read(path), theirs],
      request: `DELETE ${path}`,
      headers: ifMatch,
      status: 412,
      code: "edit_conflict",
      after: [get(path, { name: "Theirs" })],
    },
    {
      name: `deleting a ${kind} as it was read`,
      first: [read(path)],
      request: `DELETE ${path}`,
      headers: ifMatch,
      status: 204,
      after: [gone(path)],
    },
    {
      name: `a version of a ${kind} in another language is the same version`,
      first: [read(`${path}?lang=ru`)],
      request: `PATCH ${path}`,
      json: { name: "Mine" },
      headers: ifMatch,
      status: 200,
    },
  ];
});

const lists = [
  "/api/projects",
  "/api/projects/{project}/categories",
  "/api/categories/{category}",
  "/api/categories/{category}/subcategories",
  "/api/subcategories/{leaf}",
  "/api/subcategories/{leaf}/items",
  "/api/items/{item}",
];

/** The lists and trees whose ETag must change with a write anywhere in the tree. */
const stale = lists.slice(1).map(
  (path): Scenario => ({
    name: `the ETag of ${path} changes with what it shows`,
    first: [
      read(path),
      { request: "PATCH /api/items/{item}", json: { name: "Other", price: 1 }, status: 200 },
      { request: "PATCH /api/subcategories/{leaf}", json: { name: "Other" }, status: 200 },
      { request: "PATCH /api/categories/{category}", json: { name: "Other" }, status: 200 },
    ],
    request: `GET ${path}`,
    headers: { "if-none-match": "{was.etag}" },
    status: 200,
    answerHeaders: { "cache-control": "no-cache" },
  }),
);

export const conditionalRequests: Scenario[] = [
  ...merging,
  ...comments,
  ...stale,
  ...lists.map(
    (path): Scenario => ({
      name: `${path} answers 304 while nothing has changed`,
      first: [read(path)],
      request: `GET ${path}`,
      headers: { "if-none-match": "{was.etag}" },
      status: 304,
      answerHeaders: { etag: /^".+"$/ },
    }),
  ),
  {
    name: "a star in If-None-Match matches anything",
    request: "GET /api/items/{item}",
    headers: { "if-none-match": "*" },
    status: 304,
  },
  {
    name: "a move conflicts with a move",
    first: [
      { request: "POST /api/categories/{category}/subcategories", json: { id: "{free}", name: "x" }, status: 201 },
      read("/api/items/{item}"),
      { request: "PATCH /api/items/{item}", json: { subcategoryId: "{free}" }, status: 200 },
    ],
    request: "PATCH /api/items/{item}",
    json: { subcategoryId: "{empty}" },
    headers: ifMatch,
    status: 412,
    body: { conflicts: [{ field: "subcategoryId", yours: "{empty}", theirs: "{free}" }] },
  },
  {
    name: "an id that was changed meanwhile conflicts",
    first: [
      read("/api/subcategories/{leaf}"),
      { request: "PATCH /api/subcategories/{leaf}", json: { id: "{free}" }, status: 200 },
    ],
    request: "PATCH /api/subcategories/{free}",
    json: { id: "{leaf}" },
    headers: ifMatch,
    status: 412,
    body: { conflicts: [{ field: "id", yours: "{leaf}", theirs: "{free}" }] },
  },
  {
    name: "a move of a subcategory conflicts with a move",
    first: [
      read("/api/subcategories/{leaf}"),
      { request: "PATCH /api/subcategories/{leaf}", json: { parentId: "{empty}" }, status: 200 },
    ],
    request: "PATCH /api/subcategories/{leaf}",
    json: { parentId: "{category}" },
    headers: ifMatch,
    status: 412,
    body: { conflicts: [{ field: "parentId", yours: "{category}", theirs: "{empty}" }] },
  },
  {
    name: "another person's comment does not conflict with an edit",
    first: [
      read("/api/items/{item}"),
      { request: "POST /api/items/{item}/comments", json: { text: "x" }, status: 201 },
    ],
    request: "PATCH /api/items/{item}",
    json: { price: 2 },
    headers: ifMatch,
    status: 200,
    body: { price: 2, comments: [{ text: "x" }] },
  },
  {
    name: "a new child does not conflict with an edit",
    first: [
      read("/api/subcategories/{parent}"),
      { request: "POST /api/subcategories/{parent}/subcategories", json: { name: "x" }, status: 201 },
    ],
    request: "PATCH /api/subcategories/{parent}",
    json: { name: "Mine" },
    headers: ifMatch,
    status: 200,
  },
];
