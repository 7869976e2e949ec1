import { describe, expect, it, vi } from "vitest";
import { API, BODY_LIMIT, bodyLimitOf, isForMachines } from "./app.ts";
import { signed } from "./features/bots/testing/bots.factory.ts";
import type { Problem } from "./lib/errors.ts";
import { rowCounts } from "./testing/inspect.ts";
import { ROUTES, type Scene } from "./testing/routes.ts";
import { person, raw, send, shared } from "./testing/world.ts";

type Good = { method: string; path: string; body: Record<string, unknown> };
type Wrong = { name: string; body: string; headers?: Record<string, string> };

/** An administrator, with a valid request for every route that takes a body. */
const world = shared(async () => {
  const administrator = await person("administrator");
  const scene: Scene = {
    caller: administrator,
    role: "administrator",
    isForeign: false,
    officer: await person("officer"),
  };
  const requests: Good[] = [];
  // Discord adds fields to what it sends, and what is read as a stream has tests of its own.
  for (const each of ROUTES.filter(({ access }) => access !== "discord")) {
    const { path, body } = await each.request(scene);
    if (body && Number.isFinite(bodyLimitOf(path)))
      requests.push({
        method: each.route.split(" ")[0] ?? "",
        path,
        body: { ...body, ...(body["username"] === "" ? { username: "vega" } : {}) },
      });
  }
  return { administrator, requests };
});

/** Sends a wrong body to a route. */
async function refusal({ method, path }: Good, { name, body, headers }: Wrong) {
  // The bot gateway signs whatever it sends, right or wrong.
  const own = isForMachines(path) ? await signed(path, body) : {};
  const answer = await world().administrator.call(method, path, { body, headers: { ...own, ...headers } });
  const problem = JSON.parse(answer.text) as Problem;
  return { name: `${method} ${path}: ${name}`, ...answer, written: answer.meter.rowsWritten, problem };
}
type Refusal = Awaited<ReturnType<typeof refusal>>;

/** Sends wrong bodies to every route that takes one, and checks that nothing was written. */
async function refusals(wrong: (good: Good, at: number) => Promise<Refusal[]>) {
  const before = await rowCounts();
  const answers: Refusal[] = [];
  for (const [at, good] of world().requests.entries()) answers.push(...(await wrong(good, at)));
  expect(await rowCounts()).toEqual(before);
  expect(answers.filter(({ written }) => written > 0)).toEqual([]);
  return answers;
}

/** The same with these bodies. */
const refusalsOf = (wrong: (body: Good["body"], at: number) => Wrong[]) =>
  refusals(async (good, at) => {
    const answers: Refusal[] = [];
    for (const each of wrong(good.body, at)) answers.push(await refusal(good, each));
    return answers;
  });

/**
 * The refusals of wrong values of fields, one for each field. A route refuses all wrong fields of a body at once, so that most
 * need no request of their own.
 * @param wrong wrong values by field; those of the next round come after them
 */
const refusalsByField = (wrong: (body: Good["body"]) => Record<string, unknown>[]) =>
  refusals(async (good) => {
    const answers: Refusal[] = [];
    const send = async (values: Record<string, unknown>) => {
      const sent = await refusal(good, { name: "", body: JSON.stringify({ ...good.body, ...values }) });
      const all = Object.entries(sent.problem.errors ?? {});
      expect([sent.name, all.filter(([key]) => !((key.split(".")[0] ?? "") in values))]).toEqual([
        sent.name,
        [],
      ]);
      return Object.keys(values).flatMap((field) => {
        const errors = all.filter(([key]) => key.split(".")[0] === field);
        const problem = { ...sent.problem, errors: Object.fromEntries(errors) };
        return errors.length > 0 ? [{ ...sent, name: sent.name + field, problem }] : [];
      });
    };
    for (const values of wrong(good.body)) {
      if (Object.keys(values).length === 0) continue;
      const together = await send(values);
      answers.push(...together);
      for (const [field, value] of Object.entries(values)) {
        if (together.some(({ name }) => name.endsWith(`: ${field}`))) continue;
        const alone = await send({ [field]: value });
        expect([good.path, field, value, alone.length]).toEqual([good.path, field, value, 1]);
        answers.push(...alone);
      }
    }
    return answers;
  });

/** Returns two of many wrong values that the same code refuses for all routes; the next route gets another two. */
const inTurn = <Way>(ways: readonly Way[], at: number): Way[] =>
  [at, at + 1].map((each) => ways[each % ways.length] as Way);

/** Returns a length above the limit of a field; files may be large. */
const lengthOf = (field: string) => ({ content: 300_000, bytes: 548_000 })[field] ?? 30_000;

describe("every route with a body refuses, and writes nothing for", () => {
  it("unknown fields, by name", async () => {
    const names = ["surplus", "constructor", "__proto__", "toString", "x".repeat(200)];
    const answers = await refusalsOf((body, at) =>
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
    const isOther = (one: unknown, other: unknown) =>
      typeof one !== typeof other || Array.isArray(one) !== Array.isArray(other);
    const answers = await refusalsByField((body) =>
      [{}, [], true].map((value) =>
        Object.fromEntries(
          Object.keys(body).flatMap((field) => (isOther(value, body[field]) ? [[field, value]] : [])),
        ),
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
        /^(Expected \w+, received \w+|Must be one of: .+|Invalid input|Choose at least 1|Required|Please select a ship|Tick the box to send|Enter a day .+)$/,
      );
    }
  });

  it("bodies that are not an object or not JSON", async () => {
    const others = ["null", "[]", "[1]", '"text"', "7", "true"];
    const broken = ["{", '{"a":}', '{"a":1}}', "{'a':1}", "\u0000"];
    const answers = await refusalsOf((_, at) => [
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
    const answers = await refusalsOf((body, at) =>
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
    const wrongs: ((field: string, value: unknown) => unknown)[] = [
      (field, value) => (typeof value === "string" ? "x".repeat(lengthOf(field)) : undefined),
      ...[-1, 1e300, 1.5].map((number) => (field: string, value: unknown) => {
        const takesFractions = /amount|Rate|Hours|percentage/.test(field);
        return typeof value === "number" && !(number === 1.5 && takesFractions) ? number : undefined;
      }),
    ];
    const normalized = vi.spyOn(String.prototype, "normalize");
    const answers = await refusalsByField((body) =>
      wrongs.map((wrong) =>
        Object.fromEntries(
          Object.entries(body).flatMap(([field, value]) => {
            const other = wrong(field, value);
            return other === undefined ? [] : [[field, other]];
          }),
        ),
      ),
    );
    // What is so long is refused before it is normalized, which may take long.
    const lengths = normalized.mock.contexts.map((text) => String(text).length);
    normalized.mockRestore();
    expect(Math.max(...lengths)).toBeLessThan(20_000);
    for (const { name, status, problem } of answers) {
      const field = name.slice(name.indexOf(": ") + 2);
      expect([name, status, Object.keys(problem.errors ?? {})]).toEqual([name, 400, [field]]);
      expect(problem.detail.length).toBeLessThan(500);
    }
  });

  it("a body of 10 MB", async () => {
    // It is refused by what it says of its length.
    const headers = { "Content-Length": `${10 * 1024 * 1024}` };
    const answers = await refusalsOf(() => [{ name: "10 MB", body: "{}", headers }]);
    for (const { status, problem } of answers)
      expect([status, problem.code]).toEqual([413, "body_too_large"]);
    expect(answers[0]?.problem.detail).toBe("That is too much at once. Send at most 256 kB.");
  });

  it("a stream of 10 MB without a length, of which it reads no more than it must", async () => {
    const { administrator, requests } = world();
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

it("a body of any size is accepted by routes that read it as a stream, and by no path below them", () => {
  const taking = API.filter(({ path }) => !Number.isFinite(bodyLimitOf(`/api${path.replace(/:\w+/g, "1")}`)));
  expect(taking.map(({ method, path }) => `${method} ${path}`)).toEqual(["POST /backup/restores"]);
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
    const problem = await world().administrator.fails("GET", `/api/members/1?${query}`);
    const [field = ""] = query.split("=");
    expect([query, problem.code, Object.keys(problem.errors ?? {})]).toEqual([
      query,
      "invalid_input",
      [field],
    ]);
    expect(problem.errors?.[field]?.[0]).not.toBe(field);
  }
});
