/// <reference types="node" />
import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { test } from "node:test";
import { nextPage, readProblem, request, setAnswerHandler, withQuery } from "./api.ts";

test("a problem document gives its code, sentence, field errors and the current record", () => {
  const current = { id: 7, version: 3 };
  const problem = readProblem(
    409,
    {
      code: "stale_version",
      detail: "Somebody was faster.",
      errors: { notes: ["Too long."], name: [] },
      current,
    },
    "fallback",
  );
  assert.equal(problem.code, "stale_version");
  assert.equal(problem.detail, "Somebody was faster.");
  assert.deepEqual(problem.errors, { notes: ["Too long."] });
  assert.equal(problem.current, current);
});

test("what is no problem document, such as a proxy's page, still gives a sentence", () => {
  for (const body of [undefined, null, "<html>", [], { detail: 5, errors: "no" }]) {
    const problem = readProblem(502, body, "fallback");
    assert.equal(problem.detail, "fallback");
    assert.equal(problem.code, "unknown");
    assert.deepEqual(problem.errors, {});
  }
});

test("the next page is found among several links and kept on our own origin", () => {
  const link =
    '</api/prospects/1?limit=2>; rel="first", <https://x.example/api/prospects/1?cursor=a,b>; rel="next"';
  assert.equal(nextPage(link), "/api/prospects/1?cursor=a,b");
  assert.equal(nextPage('</api/prospects/1>; rel="prev"'), null);
  assert.equal(nextPage(null), null);
});

test("a query leaves out what is empty and escapes the rest", () => {
  assert.equal(
    withQuery("/api/x", { q: "a&b", limit: 0, stage: "", status: null, urgent: undefined }),
    "/api/x?q=a%26b&limit=0",
  );
  assert.equal(withQuery("/api/x", { q: "" }), "/api/x");
});

test("revisions of answers are told, those that came before the handler too", async () => {
  const server = createServer((_, response) => response.setHeader("X-Revisions", "{}").end("[]"));
  await once(server.listen(0, "127.0.0.1"), "listening");
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  await request(`${address}/early`);
  const told: unknown[] = [];
  setAnswerHandler((...answer) => told.push(answer));
  await request(`${address}/later`);
  server.close();
  assert.deepEqual(told, [
    [`${address}/early`, "{}"],
    [`${address}/later`, "{}"],
  ]);
});
