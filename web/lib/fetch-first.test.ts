import assert from "node:assert/strict";
import { beforeEach, mock, test } from "node:test";
import { fetchFirst, ScriptGone } from "./fetch-first.ts";

const script = (status = 200, type = "text/javascript") =>
  new Response("export {}", { status, headers: { "Content-Type": type } });

/** Answers by path, each of them once; paths without an answer are scripts. */
let answers: Record<string, () => Response> = {};
let asked: string[] = [];

beforeEach(() => {
  [answers, asked] = [{}, []];
  mock.method(globalThis, "fetch", async (path: string) => {
    asked.push(path);
    const answer = answers[path] ?? script;
    delete answers[path];
    return answer();
  });
});

test("a script is imported only after it and all that it imports were read to their end", async () => {
  const events: string[] = [];
  answers["/assets/a1.js"] = () => {
    const answer = script();
    const read = answer.arrayBuffer.bind(answer);
    answer.arrayBuffer = async () => {
      const bytes = await read();
      events.push("read");
      return bytes;
    };
    return answer;
  };
  const load = async () => {
    events.push("import");
    return "module";
  };
  assert.equal(await fetchFirst(load, ["assets/a1.js", "assets/a2.js"]), "module");
  assert.deepEqual(events, ["read", "import"]);
  assert.deepEqual(asked, ["/assets/a1.js", "/assets/a2.js"]);
});

for (const [what, answer] of [
  ["a connection that dropped", () => assert.fail("no answer")],
  ["an answer that is an error", () => script(503)],
  ["a script that is gone", () => script(404)],
] as const) {
  test(`${what} imports nothing, and only what is missing is asked for again`, async () => {
    const files = [what, `${what}, shared`];
    const load = mock.fn(async () => "module");
    for (let at = 0; at < 2; at += 1) {
      answers[`/${what}`] = answer;
      await assert.rejects(fetchFirst(load, files));
    }
    assert.equal(load.mock.callCount(), 0);
    assert.equal(await fetchFirst(load, files), "module");
    assert.deepEqual(asked, [`/${what}`, `/${what}, shared`, `/${what}`, `/${what}`]);
  });
}

test("a script is gone when the server does not have it, or answers with a page in its place", async () => {
  for (const [file, answer] of [
    ["gone.js", () => script(404)],
    ["page.js", () => script(200, "text/html")],
  ] as const) {
    answers[`/${file}`] = answer;
    await assert.rejects(
      fetchFirst(async () => undefined, [file]),
      ScriptGone,
    );
  }
  answers["/later.js"] = () => script(503, "text/html");
  await assert.rejects(
    fetchFirst(async () => undefined, ["later.js"]),
    (error) => !(error instanceof ScriptGone),
  );
});
