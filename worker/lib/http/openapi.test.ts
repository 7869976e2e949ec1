import { expect, it } from "vitest";
import * as z from "zod/mini";
import {
  type Access,
  declareAccess,
  inSession,
  own,
  ownsOr,
  proven,
  provenIf,
  provenOfHolders,
  publicRoute,
  requires,
  requiresAll,
  signedIn,
} from "./access.ts";
import { type Answers, created, file, json, nothing, pageOf } from "./answers.ts";
import { openApiOf, PROBLEM_TYPE } from "./openapi.ts";
import { get, post, put, type Route } from "./route.ts";

type Operation = Record<string, unknown> & { description: string; responses: Record<string, object> };
const documented = (route: Route) =>
  Object.values(Object.values(openApiOf([route])["paths"] as object)[0] as object)[0] as Operation;
const basics = { summary: "Read it", run: () => undefined as never };
const problem = { [PROBLEM_TYPE]: { schema: { $ref: "#/components/schemas/Problem" } } };

it("says in a sentence and as a security requirement who may call a route", () => {
  const session = [{ session: [] }];
  const [signed, reader] = [
    [...session, { token: [] }],
    [...session, { token: ["bots.read"] }],
  ];
  const one = [...reader, { token: ["bots.write"] }];
  const gateway = declareAccess({ kind: "gateway" }, async () => ({}) as never);
  const takes = "Takes `bots.read` or `bots.write`.";
  const [read, either] = [requires("bots.read"), requires("bots.read", "bots.write")];
  const proof = "for a recent proof of who the user is.";
  const cases: [access: Access, words: string, security: object[]][] = [
    [publicRoute(), "Open to everybody.", []],
    [gateway, "Called by the bot gateway.", [{ gateway: [] }]],
    [signedIn(), "Takes a signed-in user.", signed],
    [own(), "Takes a signed-in user. Others' records are refused.", signed],
    [either, takes, one],
    [
      requiresAll("bots.read", "bots.write"),
      "Takes `bots.read` and `bots.write`.",
      [...session, { token: ["bots.read", "bots.write"] }],
    ],
    [
      ownsOr("admin.users", { among: ["bots.read"], owned: "drafts" }),
      "Takes `bots.read`. Others' drafts take `admin.users`.",
      reader,
    ],
    [inSession(), "Takes a signed-in user. Works in a browser alone.", session],
    [proven(read), `Takes \`bots.read\`. Works in a browser alone. Asks ${proof}`, session],
    [provenIf(() => true, either), `${takes} Asks ${proof}`, one],
    [
      provenOfHolders("admin.users", either),
      `${takes} Asks holders of \`admin.users\`, who can do more, ${proof}`,
      one,
    ],
  ];
  for (const [access, words, security] of cases)
    expect(documented(get("/a", { access, answers: nothing, ...basics }))).toMatchObject({
      description: words,
      security,
      tags: ["a"],
    });
});

it("names ids, other parameters, and fields of the query with what is required", () => {
  const id = { type: "integer", minimum: 1 };
  const route = get("/a/:id/:kind/:size", {
    ...{ ...basics, access: publicRoute(), answers: nothing },
    params: z.object({ kind: z.optional(z.string()), size: z.string() }),
    query: z.object({ q: z.string(), limit: z.optional(z.string()) }),
  });
  expect(documented(route)["parameters"]).toEqual([
    { name: "id", in: "path", required: true, schema: id },
    { name: "kind", in: "path", required: true, schema: { type: "string" } },
    { name: "size", in: "path", required: true, schema: { type: "string" } },
    { name: "q", in: "query", required: true, schema: { type: "string" } },
    { name: "limit", in: "query", required: false, schema: { type: "string" } },
  ]);
  expect(documented(get("/a", { ...basics, access: publicRoute(), answers: nothing }))["parameters"]).toEqual(
    [],
  );
});

it("shows the body, and whether it may be left out", () => {
  const body = z.object({ name: z.string() });
  const bodyOf = (bodySchema: Parameters<typeof post>[1]["body"]) =>
    documented(
      post("/a", { ...basics, access: publicRoute(), answers: nothing, body: bodySchema as typeof body }),
    )["requestBody"];
  expect(bodyOf(undefined)).toBeUndefined();
  expect(bodyOf(body)).toMatchObject({
    required: true,
    content: { "application/json": { schema: { properties: { name: { type: "string" } } } } },
  });
  expect(bodyOf(z.optional(body))).toMatchObject({ required: false });
});

it("shows what is answered: JSON, a page of it, a file, nothing, and always a problem", () => {
  const answers = (answers: Answers<never>) => {
    const { default: other, ...rest } = documented(
      put("/a", { ...basics, access: publicRoute(), answers }),
    ).responses;
    expect(other).toMatchObject({
      content: problem,
      headers: { "Retry-After": { $ref: "#/components/headers/RetryAfter" } },
    });
    return rest;
  };
  const [description, schema] = ["Read it", { type: "string" }];
  const text = z.string();
  expect(answers(nothing as never)).toEqual({ 204: { description } });
  expect(answers(created(text) as never)).toEqual({
    201: { description, content: { "application/json": { schema } } },
  });
  const page = { content: { "application/json": { schema: { type: "array", items: schema } } } };
  expect(answers(pageOf(text) as never)).toEqual({
    200: { description, ...page, headers: { Link: expect.anything() } },
  });
  expect(answers(file("text/csv") as never)).toEqual({ 200: { description, content: { "text/csv": {} } } });
  expect(answers(file("text/csv", "application/zip") as never)).toEqual({
    200: { description, content: { "text/csv": {}, "application/zip": {} } },
  });
  const either = { ...json(text), orStatus: 503 } as never;
  expect(answers(either)).toEqual({
    200: { description, content: { "application/json": { schema } } },
    503: { description, content: { "application/json": { schema }, ...problem } },
  });
});

it("collects the operations of a path, whose parameters stand in braces, under one name in one place", () => {
  const declaration = { ...basics, access: publicRoute(), answers: nothing };
  const routes = [
    get("/a/:orgId", declaration),
    post("/a/:id", declaration),
    get("/a/:orgId/b", declaration),
    get("/b", declaration),
  ];
  const { paths, info } = openApiOf(routes) as {
    paths: Record<string, Record<string, Operation>>;
    info: object;
  };
  const ofPaths = Object.entries(paths).map(([path, all]) => [path, Object.keys(all)]);
  expect(ofPaths).toEqual([
    ["/a/{id}", ["get", "post"]],
    ["/a/{orgId}/b", ["get"]],
    ["/b", ["get"]],
  ]);
  const { get: list, post: record } = paths["/a/{id}"] ?? {};
  expect(list?.["parameters"]).toEqual(record?.["parameters"]);
  expect([list?.description, record?.description]).toEqual([
    "Open to everybody. Here `id` is the organization's.",
    "Open to everybody.",
  ]);
  expect(info).toEqual({ title: "Command Centre", version: "1" });
});
