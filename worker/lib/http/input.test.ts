import { Hono } from "hono";
import { expect, it } from "vitest";
import * as z from "zod/mini";
import { AppError } from "../errors.ts";
import type { App } from "./app.ts";
import { input, jsonOnly } from "./input.ts";

const name = z.strictObject({ name: z.string() });
const JSON_TYPE = "application/json";
const ADA = '{"name":"Ada"}';

const app = new Hono<App>()
  .use(async (c, next) => {
    c.set("language", "en");
    c.set("sentences", {});
    await next();
  })
  .use(jsonOnly)
  .post("/must", input("json", name), (c) => c.json(c.req.valid("json" as never)))
  .post("/may", input("json", z.optional(name)), (c) => c.json(c.req.valid("json" as never)))
  .onError((error, c) => {
    if (error instanceof AppError) return c.json({ code: error.code, errors: error.extra.errors });
    throw error;
  });

/** Returns the value that a body is read as, or the code of its refusal. */
async function read(
  path: string,
  body?: string,
  headers: Record<string, string> = { "Content-Type": JSON_TYPE },
) {
  const answer = await app.request(path, {
    method: "POST",
    headers,
    ...(body === undefined ? {} : { body }),
  });
  return (await answer.json()) as { code?: unknown; errors?: unknown };
}

it("accepts a body that fits its schema, and no body where the schema is optional", async () => {
  const errors = { name: ["Expected string, received number"] };
  const cases: [path: string, body: string | undefined, read: object][] = [
    ["/must", ADA, { name: "Ada" }],
    ["/must", '{"name":1}', { code: "invalid_input", errors }],
    ["/must", undefined, { code: "malformed_body" }],
    ["/may", ADA, { name: "Ada" }],
    ["/may", '{"name":1}', { code: "invalid_input", errors }],
    ["/may", undefined, {}],
    ["/may", "", {}],
  ];
  for (const [path, body, found] of cases)
    expect([path, body, await read(path, body)]).toEqual([path, body, found]);
});

it("accepts a body as JSON alone, and an empty body of any type", async () => {
  const taken = async (body: string | undefined, headers: Record<string, string>) =>
    (await read("/may", body, headers)).code ?? "taken";
  const cases: [type: string, outcome: string][] = [
    [JSON_TYPE, "taken"],
    ["Application/JSON ; charset=utf-8", "taken"],
    ["application/jsonp", "json_only"],
    ["text/plain", "json_only"],
    ["", "json_only"],
  ];
  for (const [type, outcome] of cases)
    expect([type, await taken(ADA, { "Content-Type": type })]).toEqual([type, outcome]);
  expect(await taken(undefined, {})).toBe("taken");
  // Some clients send an empty body with its length alone.
  expect(await taken("", { "Content-Type": "text/plain", "Content-Length": "0" })).toBe("taken");
});
