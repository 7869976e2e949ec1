/// <reference types="node" />
import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { type TestContext, test } from "node:test";
import { i18n } from "@lingui/core";
import {
  ApiError,
  debugText,
  errorText,
  listKey,
  nextPage,
  readProblem,
  request,
  requestFile,
  requestList,
  sessionRenewed,
  setAnswerHandler,
  takeUp,
  withQuery,
} from "./api.ts";
import { proofQuestion } from "./proof.ts";
import { answerSignInAgain, forgetSignInAgain, signInQuestion } from "./sign-in-again.ts";

test("reads code, sentence, field errors and current record from a problem document", () => {
  const current = { id: 7, version: 3 };
  const problem = readProblem(
    409,
    {
      code: "stale_version",
      detail: "Somebody was faster.",
      errors: { notes: ["Too long.", 5], name: [] },
      current,
    },
    "fallback",
  );
  assert.equal(problem.code, "stale_version");
  assert.equal(problem.detail, "Somebody was faster.");
  assert.deepEqual(problem.errors, { notes: ["Too long."] });
  assert.equal(problem.current, current);
});

test("gives a sentence for a body that is no problem document", () => {
  for (const body of [undefined, null, "<html>", [], { detail: 5, errors: "no" }, { errors: ["no"] }]) {
    const problem = readProblem(502, body, "fallback");
    assert.equal(problem.detail, "fallback");
    assert.equal(problem.code, "unknown");
    assert.deepEqual(problem.errors, {});
  }
});

test("uses the title of a problem document whose sentence and code are empty", () => {
  const problem = readProblem(502, { code: "", detail: "", title: "Bad gateway." }, "fallback");
  assert.deepEqual([problem.code, problem.detail], ["unknown", "Bad gateway."]);
});

test("names the request for debug mode only with its id and its duration", () => {
  const debugOf = (body: object) => readProblem(500, body, "fallback").debug;
  assert.deepEqual(debugOf({ requestId: "r-1", durationMs: 3 }), { requestId: "r-1", ms: 3 });
  assert.equal(debugOf({ requestId: "r-1" }), null);
  assert.equal(debugOf({ durationMs: 3 }), null);
});

test("finds the next page among several links and keeps it on our own origin", () => {
  const link =
    '</api/prospects/1?limit=2>; rel="first", <https://x.example/api/prospects/1?cursor=a,b>; rel="next"';
  assert.equal(nextPage(link), "/api/prospects/1?cursor=a,b");
  assert.equal(nextPage('</api/prospects/1>; rel="prev"'), null);
  assert.equal(nextPage(null), null);
});

test("leaves empty values out of a query and escapes the others", () => {
  assert.equal(
    withQuery("/api/x", { q: "a&b", limit: 0, stage: "", status: null, urgent: undefined }),
    "/api/x?q=a%26b&limit=0",
  );
  assert.equal(withQuery("/api/x", { q: "" }), "/api/x");
});

test("reports the revisions of answers, also of those before the handler was set", async () => {
  const server = createServer((_, response) => response.setHeader("X-Revisions", "{}").end("[]"));
  await once(server.listen(0, "127.0.0.1"), "listening");
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  await request(`${address}/early`);
  const reported: unknown[] = [];
  setAnswerHandler((...answer) => reported.push(answer));
  await request(`${address}/later`);
  server.close();
  assert.deepEqual(reported, [
    [`${address}/early`, "{}"],
    [`${address}/later`, "{}"],
  ]);
});

/** A request that a session is refused for is sent again before the user is asked. */
const timesOf = (status: number) => (status === 401 ? 2 : 1);

/** Answers so many requests with a problem and all later ones with `[]`; counts them. */
async function refuseOnce(status: number, code: string) {
  const answers = Array.from({ length: timesOf(status) }, () => [status, { code }] as const);
  const counted = { requests: 0 };
  const server = createServer((_, response) => {
    counted.requests += 1;
    const [refused, body] = answers.pop() ?? [200, []];
    response.writeHead(refused).end(JSON.stringify(body));
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const path = `http://127.0.0.1:${(server.address() as AddressInfo).port}/list`;
  return { path, counted, [Symbol.dispose]: () => void server.close() };
}

i18n.loadAndActivate({ locale: "en", messages: {} });
for (const [name, question, status, code] of [
  ["sign in again", signInQuestion, 401, "unauthorized"],
  ["prove who they are", proofQuestion, 403, "reauthentication_required"],
] as const) {
  test(`asks the user to ${name} and sends the request again`, async () => {
    using server = await refuseOnce(status, code);
    const end = question.subscribe(() => question.get() && question.answer(true));
    assert.deepEqual(await request(server.path), []);
    assert.equal(server.counted.requests, timesOf(status) + 1);
    end();
  });

  test(`throws the refusal of a user who declines to ${name}, or is not asked`, async () => {
    using declined = await refuseOnce(status, code);
    const end = question.subscribe(() => question.get() && question.answer(false));
    await assert.rejects(request(declined.path), { status, code });
    end();
    using unasked = await refuseOnce(status, code);
    await assert.rejects(request(unasked.path), { status, code });
    assert.equal(declined.counted.requests + unasked.counted.requests, 2 * timesOf(status));
  });
}

test("asks nobody to sign in for a refusal that was on its way while the session was renewed", async () => {
  using server = await refuseOnce(401, "unauthorized");
  const end = signInQuestion.subscribe(() => signInQuestion.get() && signInQuestion.answer(false));
  const answer = request(server.path);
  while (server.counted.requests < 2) await new Promise(setImmediate);
  sessionRenewed();
  assert.deepEqual(await answer, []);
  end();
});

test("asks for at most 500 items at once, and tells lists of more apart by a key of their own", () => {
  assert.equal(listKey("/api/list", { q: "a" }, 499), "/api/list?q=a&limit=499");
  assert.equal(listKey("/api/list", {}, 500), "/api/list?limit=500");
  assert.equal(listKey("/api/list", {}, 501), "/api/list?limit=500#501");
});

/** Answers the requests in turn, the last one again and again; tells the type of content and the body of each. */
function answerInTurn(t: TestContext, ...answers: [status: number, body: string][]) {
  const sent: { type: string | null; body: unknown }[] = [];
  t.mock.method(globalThis, "fetch", async (_: string, { headers, body }: RequestInit) => {
    sent.push({ type: new Headers(headers).get("Content-Type"), body });
    const [status, text] = answers[Math.min(sent.length, answers.length) - 1] as [number, string];
    return new Response(text, { status });
  });
  return sent;
}

/** Counts how often a user, who declines, is asked something while `run` runs. */
async function countAsked(question: typeof signInQuestion, run: () => Promise<unknown>): Promise<number> {
  let asked = 0;
  const end = question.subscribe(() => {
    if (!question.get()) return;
    asked += 1;
    // The answer of the sign-in dialog, which remembers it.
    if (question === signInQuestion) answerSignInAgain(false);
    else question.answer(false);
  });
  await run().finally(end);
  return asked;
}

test("sends JSON where a request has a body, and nothing without one", async (t) => {
  const sent = answerInTurn(t, [200, "[]"]);
  await request("/api/list");
  await request("/api/list", { method: "POST", body: { name: "Carrack" } });
  assert.deepEqual(sent, [
    { type: null, body: null },
    { type: "application/json", body: '{"name":"Carrack"}' },
  ]);
});

test("leaves the body of a file to its reader, and throws the sentence of a refused one", async (t) => {
  answerInTurn(t, [200, "name,seats"], [404, '{"code":"not_found","detail":"It is gone."}']);
  assert.equal(await (await requestFile("/api/file")).text(), "name,seats");
  await assert.rejects(requestFile("/api/file"), { code: "not_found", detail: "It is gone." });
});

test("asks nobody to sign in for wrong credentials", async (t) => {
  const sent = answerInTurn(t, [401, '{"code":"wrong_password"}']);
  const logIn = () => assert.rejects(request("/api/login", { method: "POST", body: {} }));
  assert.deepEqual([await countAsked(signInQuestion, logIn), sent.length], [0, 1]);
});

test("asks nobody to sign in when the second try of a refused request is answered", async (t) => {
  const sent = answerInTurn(t, [401, "{}"], [200, "[]"]);
  assert.equal(await countAsked(signInQuestion, () => request("/api/list")), 0);
  assert.equal(sent.length, 2);
});

test("asks a user who declined to sign in once more when they save something, but not when the page reads something", async (t) => {
  answerInTurn(t, [401, "{}"]);
  const times = (method: "GET" | "POST") =>
    countAsked(signInQuestion, () => assert.rejects(request("/api/list", { method })));
  assert.deepEqual([await times("GET"), await times("GET"), await times("POST")], [1, 0, 1]);
  forgetSignInAgain();
});

test("a read that was sent ahead with others is answered once, and refused ones as by a request of their own", async (t) => {
  const sent = answerInTurn(t, [200, "[3]"]);
  const kept: unknown[] = [];
  const next = '</api/list?cursor=b>; rel="next"';
  const parts = [
    { status: 200, body: { id: 7 } },
    { status: 200, link: next, body: [1] },
    { status: 403, body: { code: "missing_permission", detail: "No." } },
  ];
  const answer = Promise.resolve(Response.json(parts));
  const paths = ["/api/user", "/api/list", "/api/roles/1"];
  const taken = takeUp({ paths, answer }, async (path, body) => void kept.push([path, body]));
  const refused = assert.rejects(request("/api/roles/1"), /403: No\./);
  assert.deepEqual(await requestList("/api/list", 1), { items: [1], more: true });
  await Promise.all([refused, taken]);
  assert.deepEqual(kept, [
    ["/api/user", { id: 7 }],
    ["/api/list", [1]],
  ]);
  assert.deepEqual([await request("/api/list"), sent.length], [[3], 1]);
});

test("reads that were sent ahead are sent again by those who need them where the whole was not answered", async (t) => {
  const keep = () => assert.fail("nothing is answered");
  for (const answer of [Response.json([], { status: 401 }), new Response("<html>"), null]) {
    const sent = answerInTurn(t, [200, "[1]"]);
    const whole = answer ? Promise.resolve(answer) : Promise.reject(new TypeError("offline"));
    const taken = takeUp({ paths: ["/api/user", "/api/list"], answer: whole }, keep);
    assert.deepEqual([await request("/api/list"), sent.length], [[1], 1]);
    await taken;
    t.mock.restoreAll();
  }
});

test("asks nobody for a proof when something is refused for another reason", async (t) => {
  const sent = answerInTurn(t, [403, '{"code":"missing_permission"}']);
  assert.equal(await countAsked(proofQuestion, () => assert.rejects(request("/api/list"))), 0);
  assert.equal(sent.length, 1);
});

test("fetches the pages of a list up to a limit, and reports how many items it has after each", async (t) => {
  const pages: Record<string, [number[], string | null]> = {
    "/api/list": [[1, 2], '</api/list?cursor=b>; rel="next"'],
    "/api/list?cursor=b": [[3, 4], '</api/list?cursor=c>; rel="next"'],
    "/api/list?cursor=c": [[5], null],
  };
  t.mock.method(globalThis, "fetch", async (path: string) => {
    const [items, link] = pages[path] ?? [];
    return Response.json(items, link ? { headers: { Link: link } } : {});
  });
  const loaded: number[] = [];
  const all = await requestList("/api/list", Number.POSITIVE_INFINITY, (items) => loaded.push(items));
  assert.deepEqual([all, loaded], [{ items: [1, 2, 3, 4, 5], more: false }, [2, 4, 5]]);
  for (const limit of [3, 4])
    assert.deepEqual(await requestList("/api/list", limit), { items: [1, 2, 3, 4], more: true });
});

test("says what went wrong without the status and the names of fields; debug mode adds the status and the request", () => {
  i18n.loadAndActivate({
    locale: "en",
    messages: {
      "error.input": ["Not right: ", ["sentences"], "."],
      "error.debug": [["status"], " ", ["requestId"]],
    },
  });
  const problem = (body: object) => new ApiError(readProblem(409, body, "fallback"));
  const taken = problem({ code: "taken", detail: "It is taken.", requestId: "r-1", durationMs: 3 });
  assert.deepEqual([errorText(taken), taken.message], ["It is taken.", "409: It is taken."]);
  assert.equal(debugText(taken), "409 r-1");
  const detail = "Some of it is not right: displayName: Required; seats: Required";
  const errors = { displayName: ["Required"], seats: ["Required"], notes: ["At most 9 characters"] };
  const wrong = problem({ code: "invalid_input", detail, errors });
  assert.equal(errorText(wrong), "Not right: Required; At most 9 characters.");
  assert.equal(debugText(wrong), null);
  assert.equal(errorText(problem({ code: "invalid_input", detail, errors: {} })), detail);
  assert.equal(errorText(problem({ code: "taken", detail: "It is taken.", errors })), "It is taken.");
});
