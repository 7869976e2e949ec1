import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { beforeEach, test } from "node:test";
import { answerWith, run } from "../testing/hooks.ts";

const { figures, isPassing } = await import("./figures.ts");
const { ApiError, readProblem } = await import("./api.ts");

let route: `/${string}/:orgId/counts`;
let routes = 0;
let answer: [status: number, body: unknown];

beforeEach(() => {
  // Paths are keys of a cache that outlives a test.
  route = `/figures-${++routes}/:orgId/counts`;
  answer = [200, { open: 3 }];
  answerWith(({ path }) =>
    path === "/api/user" ? [200, { id: 7, organizationId: 9, permissions: [] }] : answer,
  );
});

const show = async () => {
  const counted = figures<{ open: number }>(route, ["prospects"]);
  return run(() => {
    const { say, mutate } = counted.useFigures();
    return { text: say(({ open }) => `${open} open`), mutate };
  });
};

test("says what the answer counts", async () => {
  assert.equal((await show()).now.text, "3 open");
});

test("asks for nothing that the reader may not see, and keeps the place of the figure", async () => {
  const sent = answerWith(() => [200, { id: 7, organizationId: 9, permissions: [] }]);
  const counted = figures<{ open: number }>(route, ["prospects"]);
  const page = await run(() => counted.useFigures({}, { allowed: false }).say(({ open }) => `${open} open`));
  assert.equal(page.now, "\u00a0");
  assert.ok(!sent.some(({ path }) => path === counted.pathOf(9)));
  await page.end();
});

test("keeps the last value when a later call fails", async () => {
  const page = await show();
  answer = [503, { code: "unavailable" }];
  await page.act(({ mutate }) => mutate().catch(() => undefined));
  assert.equal(page.now.text, "3 open");
});

test("says a dash when the first call fails, and the figure once one succeeds", async () => {
  answer = [503, { code: "unavailable" }];
  const page = await show();
  assert.equal(page.now.text, "–");
  answer = [200, { open: 4 }];
  await page.act(({ mutate }) => mutate());
  assert.equal(page.now.text, "4 open");
});

test("asks again after no answer and after a failure of the server, and not after a refusal", () => {
  const failure = (status: number) => new ApiError(readProblem(status, null, "Failed."));
  assert.deepEqual([new Error("offline"), ...[0, 499, 500, 503, 400, 403, 404].map(failure)].map(isPassing), [
    true,
    true,
    false,
    true,
    true,
    false,
    false,
    false,
  ]);
});

/** The topics in a piece of source text. */
const topicsIn = (text = "") => [...text.matchAll(/"(\w+)"/g)].map(([, topic]) => topic).sort();

test("follows every topic that the route of the figures depends on", () => {
  const sources = (pattern: string) =>
    globSync(pattern, { cwd: new URL("../..", import.meta.url) }).map((path) =>
      readFileSync(new URL(`../../${path}`, import.meta.url), "utf8"),
    );
  const routes = sources("worker/features/*/*.ts").join("\n");
  const declared = sources("web/features/**/*.ts").flatMap((source) => [
    ...source.matchAll(/figures<\w+>\(\s*"([^"]+)",\s*\[([^\]]*)\]/g),
  ]);
  assert.ok(declared.length >= 4);
  for (const [, route = "", topics] of declared) {
    const [, declaration] = routes.split(`get("${route}", {`);
    assert.ok(declaration, route);
    const depends = /depends: \[([^\]]*)\]/.exec(declaration.split("  get(")[0] ?? "")?.[1];
    const missing = topicsIn(depends).filter((topic) => !topicsIn(topics).includes(topic));
    assert.deepEqual(missing, [], route);
  }
});
