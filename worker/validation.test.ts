import { beforeEach, describe, expect, it } from "vitest";
import * as z from "zod/mini";
import { safeParse } from "zod/v4/core";
import { BODY_LIMIT, bodyLimitOf, isForMachines } from "./app.ts";
import { signed } from "./features/bots/testing/bots.factory.ts";
import type { Problem } from "./lib/errors.ts";
import { fieldErrors } from "./lib/validation.ts";
import type { Language } from "./lib/wire.schema.ts";
import { rowCounts } from "./testing/inspect.ts";
import { ROUTES, type Scene } from "./testing/routes.ts";
import { type Caller, nobody, person, raw, send } from "./testing/world.ts";

let administrator: Caller;
beforeEach(async () => {
  administrator = await person("administrator");
});

type Good = { method: string; path: string; body: Record<string, unknown> };
type Wrong = { name: string; body: string; headers?: Record<string, string> };

/** Returns a valid request for every route that takes a body. */
async function goodRequests(): Promise<Good[]> {
  const scene: Scene = {
    caller: administrator,
    role: "administrator",
    isForeign: false,
    officer: await person("officer"),
  };
  const requests: Good[] = [];
  // Discord adds fields to what it sends.
  for (const each of ROUTES.filter(({ access }) => access !== "discord")) {
    const { path, body } = await each.request(scene);
    // What is read as a stream has a form and tests of its own.
    if (body && Number.isFinite(bodyLimitOf(path)))
      requests.push({
        method: each.route.split(" ")[0] ?? "",
        path,
        body: { ...body, ...(body["username"] === "" ? { username: "vega" } : {}) },
      });
  }
  return requests;
}

/** Sends wrong bodies to every route that takes one, and checks that nothing was written. */
async function refusals(wrong: (body: Good["body"], at: number) => Wrong[]) {
  const requests = await goodRequests();
  const before = await rowCounts();
  const answers: { name: string; status: number; written: number; problem: Problem }[] = [];
  for (const [at, { method, path, body }] of requests.entries()) {
    for (const each of wrong(body, at)) {
      // The bot gateway signs whatever it sends, right or wrong.
      const own = isForMachines(path) ? await signed(path, each.body) : {};
      const headers = { ...own, ...each.headers };
      const { status, text, meter } = await administrator.call(method, path, { ...each, headers });
      const problem = JSON.parse(text) as Problem;
      answers.push({ name: `${method} ${path}: ${each.name}`, status, written: meter.rowsWritten, problem });
    }
  }
  expect(await rowCounts()).toEqual(before);
  expect(answers.filter(({ written }) => written > 0)).toEqual([]);
  return answers;
}

/** Returns two of many wrong values that the same code refuses for all routes; the next route gets another two. */
const inTurn = <Way>(ways: readonly Way[], at: number): Way[] =>
  [at, at + 1].map((each) => ways[each % ways.length] as Way);

/** Returns a length above the limit of a field; files may be large. */
const lengthOf = (field: string) => (field === "content" ? 300_000 : 30_000);

describe("every route with a body refuses, and writes nothing for", () => {
  it("unknown fields, by name", async () => {
    const names = ["surplus", "constructor", "__proto__", "toString", "x".repeat(200)];
    const answers = await refusals((body, at) =>
      inTurn(names, at).map((name) => ({
        name,
        body: `${JSON.stringify(body).slice(0, -1)},${JSON.stringify(name)}:1}`,
      })),
    );
    for (const { name, status, problem } of answers) {
      const field = name.slice(name.indexOf(": ") + 2).slice(0, 64);
      expect([name, status, problem.code]).toEqual([name, 400, "invalid_input"]);
      expect(Object.entries(problem.errors ?? {})).toEqual([[field, ["This field is not known here"]]]);
      expect(problem.detail).toContain(field);
    }
  });

  it("values of the wrong type, naming the field and both types", async () => {
    const wrongs = [{}, [], true];
    const answers = await refusals((body) =>
      Object.keys(body).flatMap((field) =>
        wrongs
          .filter(
            (value) =>
              typeof value !== typeof body[field] || Array.isArray(value) !== Array.isArray(body[field]),
          )
          .map((value) => ({ name: field, body: JSON.stringify({ ...body, [field]: value }) })),
      ),
    );
    for (const { name, status, problem } of answers) {
      const field = name.slice(name.indexOf(": ") + 2);
      const [message = ""] = Object.entries(problem.errors ?? {})[0]?.[1] ?? [];
      expect([
        name,
        status,
        Object.keys(problem.errors ?? {}).every((each) => each.split(".")[0] === field),
      ]).toEqual([name, 400, true]);
      expect(message).toMatch(
        /^(Expected \w+, received \w+|Must be one of: .+|Invalid input|Choose at least 1|Required|Please select a ship|Tick first .+|Enter a day .+)$/,
      );
    }
  });

  it("bodies that are not an object or not JSON", async () => {
    const others = ["null", "[]", "[1]", '"text"', "7", "true"];
    const broken = ["{", '{"a":}', '{"a":1}}', "{'a':1}", "\u0000"];
    const answers = await refusals((_, at) => [
      ...inTurn(others, at).map((text) => ({ name: text, body: text })),
      ...inTurn(broken, at).map((text) => ({ name: `not JSON ${text}`, body: text })),
    ]);
    for (const { name, status, problem } of answers) {
      expect([name, status]).toEqual([name, 400]);
      expect([name, problem.code]).toEqual([
        name,
        name.includes("not JSON") ? "malformed_body" : "invalid_input",
      ]);
    }
  });

  it("content types other than JSON", async () => {
    const types = ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=a"];
    const nearly = ["application/json-seq", "application/jsonp", "application/json, text/plain", "json"];
    const answers = await refusals((body, at) =>
      inTurn([...types, ...nearly], at).map((type) => ({
        name: type,
        body: JSON.stringify(body),
        headers: { "Content-Type": type },
      })),
    );
    for (const { name, status, problem } of answers) {
      expect([name, status, problem.code]).toEqual([name, 415, "json_only"]);
    }
  });

  it("texts longer than a field takes, and numbers out of range", async () => {
    const answers = await refusals((body) =>
      Object.entries(body).flatMap(([field, value]) =>
        typeof value === "string"
          ? [{ name: field, body: JSON.stringify({ ...body, [field]: "x".repeat(lengthOf(field)) }) }]
          : typeof value === "number"
            ? [-1, 1e300, ...(/amount|Rate|Hours|percentage/.test(field) ? [] : [1.5])].map((number) => ({
                name: field,
                body: JSON.stringify({ ...body, [field]: number }),
              }))
            : [],
      ),
    );
    for (const { name, status, problem } of answers) {
      const field = name.slice(name.indexOf(": ") + 2);
      expect([name, status, Object.keys(problem.errors ?? {})]).toEqual([name, 400, [field]]);
      expect(problem.detail.length).toBeLessThan(500);
    }
  });

  it("a body of 10 MB", async () => {
    const body = JSON.stringify({ text: "x".repeat(10 * 1024 * 1024) });
    const answers = await refusals(() => [
      { name: "10 MB", body, headers: { "Content-Length": `${body.length}` } },
    ]);
    for (const { status, problem } of answers)
      expect([status, problem.code]).toEqual([413, "body_too_large"]);
    expect(answers[0]?.problem.detail).toBe("That is too much at once. Send at most 256 kB.");
  });

  it("a stream of 10 MB without a length, of which it reads no more than it must", async () => {
    const requests = await goodRequests();
    const before = await rowCounts();
    const chunk = new TextEncoder().encode("x".repeat(64 * 1024));
    for (const { method, path } of requests) {
      let sent = 0;
      const body = new ReadableStream<Uint8Array>({
        pull(controller) {
          sent += chunk.length;
          if (sent > 10 * 1024 * 1024) controller.close();
          else controller.enqueue(chunk);
        },
      });
      const answer = await send(path, {
        method,
        body,
        headers: {
          Origin: String(raw["APP_URL"]),
          "Content-Type": "application/json",
          Cookie: `session=${administrator.token}`,
        },
      });
      expect([path, answer.status]).toEqual([path, 413]);
      expect(sent).toBeLessThan(bodyLimitOf(path) + 3 * BODY_LIMIT);
    }
    expect(await rowCounts()).toEqual(before);
  });
});

describe("the sentences about wrong input", () => {
  const registration = { username: "ab", password: "12345", email: "nowhere", displayName: 7 };
  const said = {
    en: {
      username: ["Username must be at least 3 characters"],
      password: ["Password must be at least 6 characters"],
      email: ["Invalid email address"],
      displayName: ["Expected string, received number"],
    },
    da: {
      username: ["Brugernavnet skal være på mindst 3 tegn"],
      password: ["Adgangskoden skal være på mindst 6 tegn"],
      email: ["Ugyldig e-mailadresse"],
      displayName: ["Forventede string, fik number"],
    },
  };

  for (const language of ["en", "da"] as const) {
    it(`are in the browser's language for a visitor (${language})`, async () => {
      const { status, text, headers } = await nobody.call("POST", "/api/register", {
        body: registration,
        headers: { "Accept-Language": `${language};q=0.9, fr` },
      });
      const problem = JSON.parse(text) as Problem;
      expect(status).toBe(400);
      expect(headers.get("Content-Type")).toBe("application/problem+json; charset=utf-8");
      expect(headers.get("Content-Language")).toBe(language);
      expect(problem.errors).toEqual(said[language]);
      for (const [field, [message]] of Object.entries(said[language])) {
        expect(problem.detail).toContain(`${field}: ${message}`);
      }
    });
  }

  it("are in the chosen language for a signed-in user, whatever the browser asks for", async () => {
    await administrator.ok("PATCH", "/api/user/language", { language: "da" });
    const { text } = await administrator.call("PATCH", "/api/user/language", {
      body: { language: "de" },
      headers: { "Accept-Language": "en" },
    });
    expect(JSON.parse(text).errors).toEqual({ language: ["Skal være en af: en, da"] });
  });

  it("use the words of the forms", () => {
    const schema = z.strictObject({
      needed: z.string(),
      empty: z.string().check(z.minLength(1)),
      short: z.string().check(z.minLength(4)),
      date: z.iso.datetime(),
      count: z.int().check(z.minimum(1), z.maximum(9)),
      list: z.array(z.strictObject({ id: z.number() })).check(z.maxLength(1)),
      email: z.union([z.literal(""), z.email().check(z.maxLength(20))]),
      either: z.union([z.number(), z.string()]),
    });
    const errorsOf = (value: unknown, language: Language = "en") =>
      fieldErrors(safeParse(schema, value, { reportInput: true }).error?.issues ?? [], language);
    const wrong = {
      empty: "",
      short: "abc",
      date: "2020-13-40",
      count: 0,
      list: [{ id: "1" }],
      email: "a".repeat(30),
      either: null,
      more: 1,
    };
    expect(errorsOf(wrong)).toEqual({
      needed: ["Required"],
      empty: ["Required"],
      short: ["String must contain at least 4 character(s)"],
      date: ["Invalid date"],
      count: ["Must be at least 1"],
      "list.0.id": ["Expected number, received string"],
      email: ["Invalid email address", "At most 20 characters"],
      either: ["Invalid input"],
      more: ["This field is not known here"],
    });
    expect(errorsOf({ ...wrong, email: [], count: null, list: [{ id: 1 }, { id: 2 }] })).toMatchObject({
      email: ["Expected string, received array"],
      count: ["Expected number, received null"],
      list: ["At most 1 at once"],
    });
    const danish = errorsOf(wrong, "da");
    expect(danish["needed"]).toEqual(["Skal udfyldes"]);
    expect(danish["short"]).toEqual(["Teksten skal være på mindst 4 tegn"]);
    expect(danish["date"]).toEqual(["Ugyldig dato"]);
  });

  it("stay short, however much is wrong", async () => {
    const body = Object.fromEntries(
      Array.from({ length: 5_000 }, (_, at) => [`field-${at}-${"y".repeat(20)}`, 1]),
    );
    const { text } = await nobody.call("POST", "/api/login", { body });
    expect(Object.keys(JSON.parse(text).errors)).toHaveLength(20);
    expect(text.length).toBeLessThan(8_000);
  });
});

it("a list's cursor and filters are validated like a body", async () => {
  for (const query of [
    "cursor=nonsense",
    "cursor=W10",
    "cursor=%F0%9F",
    "limit=0",
    "limit=a",
    "limit=1&limit=2",
    "x=1",
  ]) {
    const problem = await administrator.fails("GET", `/api/members/1?${query}`);
    const [field = ""] = query.split("=");
    expect([query, problem.code, Object.keys(problem.errors ?? {})]).toEqual([
      query,
      "invalid_input",
      [field],
    ]);
    expect(problem.errors?.[field]?.[0]).not.toBe(field);
  }
});
