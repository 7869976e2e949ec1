import { beforeEach, expect, it } from "vitest";
import { addToken, bearer } from "../../features/tokens/testing/tokens.factory.ts";
import { type Caller, call, freshDatabase, organization, person, prospect } from "../../testing/world.ts";
import { joinReads } from "./parts.ts";

beforeEach(freshDatabase);

const codeOf = ({ text }: { text: string }) => JSON.parse(text).code as string;

type Part = { status: number; link?: string; body: unknown };

const batchOf = (paths: readonly string[]) =>
  `/api/batch?${new URLSearchParams(paths.map((path) => ["path", path]))}`;

const ask = async (caller: Caller, paths: readonly string[]) => {
  const { status, text, meter } = await caller.call("GET", batchOf(paths));
  expect(status).toBe(200);
  return { parts: JSON.parse(text) as Part[], meter };
};

it("answers each path as a request of its own does, in their order, after one round trip", async () => {
  const recruiter = await person("recruiter");
  for (let at = 0; at < 3; at++) await prospect({});
  const paths = [
    "/api/user",
    "/api/prospects/1?limit=2",
    "/api/user/needs",
    "/api/members/1/assignable",
    "/api/prospects/999/record",
    "/api/prospects/1?limit=none",
    "/api/nothing",
    "/api/audit/1",
  ];
  await recruiter.cached();
  // A refusal is noted by itself.
  expect((await ask(recruiter, paths.slice(0, -1))).meter.trips).toBe(1);
  const { parts } = await ask(recruiter, paths);
  const own = await Promise.all(paths.map((path) => recruiter.call("GET", path)));
  const stable = (text: string) =>
    JSON.parse(text, (key, value) => (key === "requestId" ? undefined : value));
  expect(parts.map(({ status }) => status)).toEqual([200, 200, 200, 200, 404, 400, 404, 403]);
  expect(stable(JSON.stringify(parts.map(({ body }) => body)))).toEqual(own.map(({ text }) => stable(text)));
  expect(parts.map(({ link }) => link ?? null)).toEqual(own.map(({ headers }) => headers.get("Link")));
  expect(parts[1]?.link).toContain("cursor=");
});

it("answers no route that writes, sends a file, opens a connection or answers several itself", async () => {
  const administrator = await person("administrator");
  const paths = ["/api/logout", "/api/live", "/api/exports/prospects/1", batchOf(["/api/user"])];
  const { parts } = await ask(administrator, paths);
  expect(parts.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
});

it("refuses more than 20 paths, and addresses that are none of the API", async () => {
  const caller = await person("member");
  const many = Array.from({ length: 21 }, () => "/api/user");
  for (const paths of [many, ["https://example.org/api/user"], ["//example.org"], ["/dashboard"], []])
    expect((await caller.fails("GET", batchOf(paths))).code).toBe("invalid_input");
});

it("asks for what parts read in one round trip, and where that fails for each apart, so that one fails alone", async () => {
  const asked: string[][] = [];
  const go = async (statements: readonly D1PreparedStatement[]) => {
    asked.push(statements.map(String));
    if (asked.at(-1)?.includes("wrong")) throw new Error("no such column");
    return statements.map((statement) => ({ results: [String(statement)] }) as unknown as D1Result);
  };
  const reads = joinReads(() => undefined);
  const ask = (...statements: string[]) =>
    reads.send({ client: {} as D1Database, isWrite: false, statements: statements as never, go });
  const answers = await Promise.allSettled([ask("a", "b"), ask("wrong"), ask("c")]);
  expect(asked).toEqual([["a", "b", "wrong", "c"], ["a", "b"], ["wrong"], ["c"]]);
  expect(answers.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
  await Promise.all([ask("d"), ask("e", "f")]);
  expect(asked.slice(4)).toEqual([["d", "e", "f"]]);
});

it("answers nobody, no program, and of another organization nothing", async () => {
  const paths = ["/api/prospects/1", "/api/members/1/assignable", "/api/audit/1", "/api/roles/1"];
  const nobody = await call("GET", batchOf(["/api/user"]));
  expect([nobody.status, codeOf(nobody)]).toEqual([401, "signed_out"]);
  const token = await addToken(await person("administrator"));
  const program = await call("GET", batchOf(["/api/user"]), { headers: bearer(token.token) });
  expect([program.status, codeOf(program)]).toEqual([403, "session_required"]);
  const stranger = await person("administrator", await organization());
  const { parts } = await ask(stranger, paths);
  expect(parts.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
});
