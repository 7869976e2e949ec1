import { expect, it } from "vitest";
import { ask, NOW, personWith, wayOf } from "../../testing/little-app.ts";
import { settings } from "../../testing/world.ts";
import { publicRoute, requires, signedIn } from "./access.ts";
import { nothing } from "./answers.ts";
import { audienceOf, everyMinute } from "./depends.ts";
import { get } from "./route.ts";

it("counts whole minutes", () => {
  const at = (time: string) => everyMinute({ now: new Date(`2950-03-14T${time}Z`) });
  expect([at("12:00:59.999") - at("12:00:00.000"), at("12:01:00.000") - at("12:00:59.999")]).toEqual([0, 1]);
});

it("answers 304 until the user, the address, the language, the build or a topic changes", async () => {
  const audience = new Map([
    ["parts", new Set(["members.read"])],
    ["other", new Set(["admin.users"])],
  ]);
  const route = get("/a/:id", {
    ...{ access: signedIn(), summary: "", answers: nothing, run: () => undefined },
    ...{ depends: ["things"], partly: ["parts", "other"], moment: ({ now }, { id }) => now.getTime() + id },
  });
  type Variables = NonNullable<Parameters<typeof ask>[2]>;
  const revisions = { things: 1, parts: 2, other: 3, unrelated: 4 };
  const actor = personWith(["members.read"]);
  const read = (more: Variables = {}, as = actor, found: object = revisions, request = "GET /a/1?b=2") =>
    ask([route], request, { audience, way: wayOf(as, true, { revisions: found }), ...more });
  const tag = (await read()).headers.get("ETag") ?? "";
  expect(tag).toMatch(/^W\/"[^"]+"$/);
  const again = async (...args: Parameters<typeof read>) => {
    const [more = {}, ...rest] = args;
    return (await read({ ...more, init: { headers: { "If-None-Match": tag } } }, ...rest)).status;
  };
  const role = { id: 1, key: null, name: "", priority: 1, version: 1 };
  expect(await again()).toBe(304);
  expect(await again({}, actor, { ...revisions, unrelated: 5, other: 5 })).toBe(304);
  const changes: Parameters<typeof read>[] = [
    [{}, actor, { ...revisions, things: 2 }],
    [{}, actor, { ...revisions, parts: 3 }],
    [{}, personWith([])],
    [{}, { ...actor, userId: 8 }],
    [{}, { ...actor, role }],
    [{}, actor, revisions, "GET /a/2?b=2"],
    [{}, actor, revisions, "GET /a/1?b=3"],
    [{ language: "da" }],
    [{ now: new Date(NOW.getTime() + 1) }],
    [{ env: { ...settings(), CF_VERSION_METADATA: { id: "next" } as never } }],
  ];
  for (const change of changes) expect([change, await again(...change)]).toEqual([change, 204]);
});

it("gives no tag to an answer that depends on nothing", async () => {
  const route = get("/a", { access: signedIn(), summary: "", answers: nothing, run: () => undefined });
  const { headers } = await ask([route], "GET /a", { way: wayOf(personWith()) });
  expect(headers.get("ETag")).toBeNull();
});

it("lets everybody hear of a topic of a route without permissions, and holders of any route's permissions of other topics", () => {
  const [read, write] = [requires("members.read"), requires("members.write", "admin.users")];
  const routes = [
    { access: read.rule, depends: ["members", "both"] },
    { access: write.rule, depends: ["members"] },
    { access: publicRoute().rule, depends: ["both"] },
    { access: read.rule, depends: ["both"] },
  ];
  expect([...audienceOf(routes)]).toEqual([
    ["members", new Set(["members.read", "members.write", "admin.users"])],
    ["both", null],
  ]);
});
