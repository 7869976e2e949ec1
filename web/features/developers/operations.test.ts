import assert from "node:assert/strict";
import { test } from "node:test";
import { type ApiDocument, curlOf, fieldsOf, foundIn, operationsOf, typeOf } from "./operations.ts";

const text = { type: "string" };
const body = {
  type: "object",
  properties: {
    name: text,
    kind: { type: "string", enum: ["a", "b"] },
    tags: { type: "array", items: text },
    size: { type: "integer" },
    note: { anyOf: [text, { type: "null" }] },
  },
  required: ["name", "kind", "tags", "size"],
};
const DOCUMENT: ApiDocument = {
  paths: {
    "/fleet/{id}": {
      patch: {
        ...{ tags: ["fleet"], summary: "Edit a ship", description: "Takes `tools.view`." },
        security: [{ session: [] }, { token: ["tools.view"] }],
        parameters: [
          { name: "id", in: "path", required: true, schema: { type: "integer" } },
          { name: "q", in: "query", required: true, schema: text },
          { name: "limit", in: "query", required: false, schema: text },
        ],
        requestBody: { content: { "application/json": { schema: body } } },
        responses: {
          "201": { content: { "application/json": { schema: { type: "array", items: body } } } },
          default: {},
        },
      },
    },
    "/login": {
      post: {
        ...{ tags: ["login"], summary: "Sign in", description: "Open to everybody." },
        ...{ security: [{ session: [] }], parameters: [], responses: { "204": {}, default: {} } },
      },
    },
    "/photo": {
      get: {
        ...{ tags: ["fleet"], summary: "Read a photo", description: "Open to everybody." },
        ...{ security: [], parameters: [], responses: { "200": { content: { "image/*": {} } } } },
      },
    },
  },
};
const [ship, login, photo] = operationsOf(DOCUMENT);
assert.ok(ship && login && photo);

test("describes a type in a few words", () => {
  assert.equal(
    typeOf({ anyOf: [{ type: "array", items: { enum: ["a", "b"] } }, { type: "null" }] }),
    '("a" | "b")[] | null',
  );
  assert.equal(typeOf({ type: "string", format: "date" }), "string (date)");
  assert.equal(typeOf({ const: 1 }), "1");
  assert.equal(typeOf({ type: ["string", "null"] }), "string | null");
  assert.equal(typeOf(undefined), "any");
});

test("lists the fields of objects within objects, lists and alternatives, three levels deep at most", () => {
  const deep = (levels: number): object => ({
    properties: { next: levels ? { anyOf: [{ items: deep(levels - 1) }, { type: "null" }] } : text },
    required: ["next"],
  });
  assert.deepEqual(
    fieldsOf(deep(9)).map(({ name, depth, isRequired }) => [name, depth, isRequired]),
    [0, 1, 2, 3].map((depth) => ["next", depth, true]),
  );
});

test("reads who may call an operation, and what it takes and answers", () => {
  assert.equal(ship.method, "PATCH");
  assert.equal(ship.path, "/api/fleet/{id}");
  assert.deepEqual(
    ship.query.map(({ name, isRequired }) => [name, isRequired]),
    [
      ["q", true],
      ["limit", false],
    ],
  );
  assert.deepEqual(
    ship.body.map(({ name }) => name),
    ["name", "kind", "tags", "size", "note"],
  );
  assert.equal(ship.answer.type, "201 object[]");
  assert.equal(ship.answer.fields.length, 5);
  assert.deepEqual([ship.takesToken, login.takesToken, photo.takesToken], [true, false, false]);
  assert.deepEqual([login.answer.type, photo.answer.type], ["204", "200 image/*"]);
});

test("finds operations by all words of a search, by subject, those for tokens first", () => {
  const found = (search: string) =>
    foundIn([ship, login, photo], search).map(([group, operations]) => [
      group,
      operations.map(({ id }) => id),
    ]);
  assert.deepEqual(found(""), [
    ["ships", ["patch /fleet/{id}", "get /photo"]],
    ["rest", ["post /login"]],
  ]);
  assert.deepEqual(found(" EDIT  tools.view"), [["ships", ["patch /fleet/{id}"]]]);
  assert.deepEqual(found("edit photo"), []);
});

test("shows a command with the required fields, and the token where it is taken", () => {
  assert.equal(
    curlOf(ship, "https://cc.example"),
    [
      "curl -X PATCH 'https://cc.example/api/fleet/{id}?q=…'",
      '-H "Authorization: Bearer $TOKEN"',
      "-H 'Content-Type: application/json'",
      `-d '{"name":"…","kind":"a","tags":[],"size":1}'`,
    ].join(" \\\n  "),
  );
  assert.equal(curlOf(photo, "https://cc.example"), "curl 'https://cc.example/api/photo'");
});
