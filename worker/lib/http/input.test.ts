import { expect, it } from "vitest";
import * as z from "zod/mini";
import { ask, outcome } from "../../testing/little-app.ts";
import { publicRoute } from "./access.ts";
import { json } from "./answers.ts";
import { post } from "./route.ts";

const name = z.strictObject({ name: z.string() });
const basics = {
  access: publicRoute(),
  summary: "",
  answers: json(z.unknown()),
  run: (_: unknown, input: unknown) => input,
};
const routes = [
  post("/must", { ...basics, body: name }),
  post("/may", { ...basics, body: z.optional(name) }),
];
const sent = (body: string | undefined, type?: string) => ({
  init: {
    ...(body === undefined ? {} : { body }),
    headers: type === undefined ? {} : { "Content-Type": type },
  },
});
const JSON_TYPE = "application/json";

it("takes a body that fits its schema, and may go without where the schema is optional", async () => {
  const cases: [path: string, body: string | undefined, outcome: number | string][] = [
    ["/must", '{"name":"Ada"}', 200],
    ["/must", '{"name":1}', "invalid_input"],
    ["/must", undefined, 400],
    ["/may", '{"name":"Ada"}', 200],
    ["/may", '{"name":1}', "invalid_input"],
    ["/may", undefined, 200],
  ];
  for (const [path, body, expected] of cases)
    expect([path, body, await outcome(routes, `POST ${path}`, sent(body, JSON_TYPE))]).toEqual([
      path,
      body,
      expected,
    ]);
  expect((await ask(routes, "POST /may", sent('{"name":"Ada"}', JSON_TYPE))).body).toEqual({ name: "Ada" });
  const { body } = await ask(routes, "POST /must", sent('{"name":1}', JSON_TYPE));
  expect(body.errors).toEqual({ name: ["Expected string, received number"] });
});

it("takes a body as JSON alone, and no body of any type", async () => {
  const cases: [type: string | undefined, length: string | undefined, outcome: number | string][] = [
    [JSON_TYPE, undefined, 200],
    ["Application/JSON ; charset=utf-8", undefined, 200],
    ["application/jsonp", undefined, "json_only"],
    ["text/plain", undefined, "json_only"],
    [undefined, undefined, "json_only"],
    // Some clients send an empty body with its length alone.
    [undefined, "0", 200],
  ];
  for (const [type, length, expected] of cases) {
    const { init } = sent(length === "0" ? "" : '{"name":"Ada"}', type ?? "");
    const headers = { ...init.headers, ...(length === undefined ? {} : { "Content-Length": length }) };
    const found = await outcome(routes, "POST /may", { init: { ...init, headers } });
    expect([type, length, found]).toEqual([type, length, expected]);
  }
  expect(await outcome(routes, "POST /may")).toBe(200);
});
