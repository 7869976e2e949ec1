import { Hono } from "hono";
import { describe, expect, it } from "vitest";
import { app } from "./app.ts";
import type { Problem } from "./lib/errors.ts";
import { accessOf, publicRoute, signedIn } from "./lib/http/access.ts";
import type { App } from "./lib/http/app.ts";
import { CALLERS } from "./testing/callers.ts";
import { HOLDERS, ROUTES, type RouteCase, type Scene } from "./testing/routes.ts";
import { hoursFromNow, person, prospect, raw, value } from "./testing/world.ts";

type Routes = { routes: { method: string; path: string; handler: unknown }[] };

/** The access declarations of each route in the order of its handlers. */
function declarations({ routes }: Routes): Map<string, (ReturnType<typeof accessOf> | null)[]> {
  const found = new Map<string, (ReturnType<typeof accessOf> | null)[]>();
  for (const { method, path, handler } of routes) {
    if (method === "ALL") continue;
    const name = `${method} ${path}`;
    found.set(name, [...(found.get(name) ?? []), accessOf(handler) ?? null]);
  }
  return found;
}

/** Routes that do not declare exactly one access, before anything else they do. */
const wronglyDeclared = (router: Routes) =>
  [...declarations(router)]
    .filter(([, declared]) => !declared[0] || declared.filter(Boolean).length !== 1)
    .map(([name]) => name);

describe("every route declares who may call it", () => {
  it("exactly once and first", () => {
    expect(wronglyDeclared(app)).toEqual([]);
  });

  it("and one that does not would be found", () => {
    const careless = new Hono<App>()
      .get("/none", (c) => c.text(""))
      .get("/one", publicRoute(), (c) => c.text(""))
      .get("/two", publicRoute(), signedIn(), (c) => c.text(""))
      .get("/late", (_, next) => next(), publicRoute());
    expect(wronglyDeclared(careless)).toEqual(["GET /none", "GET /two", "GET /late"]);
  });

  it("as the table of promises says, which names all of them and no others", () => {
    const declared = [...declarations(app)].map(([route, [access]]) => [
      route,
      access?.kind === "permission" ? access.anyOf : access?.kind,
    ]);
    expect(declared.sort()).toEqual(ROUTES.map(({ route, access }) => [route, access]).sort());
  });
});

type Expected = { status: number; code?: string | undefined };

function expectedOf(each: RouteCase, { caller, role, isForeign }: Scene): Expected {
  const { access, status = 200, code } = each;
  if (access !== "public" && access !== "gateway") {
    if (caller.token === null) return { status: 401, code: "signed_out" };
    const holders =
      each.only ??
      (access === "signed-in" ? null : access.flatMap((permission) => HOLDERS[permission] ?? []));
    if (holders && (role === null || !holders.includes(role))) return { status: 403, code: "forbidden" };
    if (isForeign && each.ofOrganization) return { status: 404, code: "not_found" };
  }
  return { status, code };
}

/** Spellings of an address that a proxy or a router could take for the plain one. */
const spellings = (path: string) => [
  `/${path}`,
  path.replace(/^\/api/, "//api"),
  path.replace("/api/", "/api//"),
  path.replace("/api/", "/api%2f"),
  path.replace(/\/([^/]*)$/, "%2f$1"),
  path.replace(/(\?|$)/, "/$1"),
];

/** Spelling and HEAD are the router's business, whoever calls: the least, the usual and the most powerful will do. */
const SPELLERS = ["nobody", "member", "administrator"];

describe("every route answers", () => {
  for (const [name, makeScene] of Object.entries(CALLERS)) {
    it(`${name} as the table says, however the address is spelt`, async () => {
      const scene = await makeScene();
      const wrong: unknown[] = [];
      for (const each of ROUTES) {
        const [method = ""] = each.route.split(" ");
        const expected = expectedOf(each, scene);
        const { path, body, headers } = await each.request(scene);
        if (SPELLERS.includes(name)) {
          // Anything but the plain address gives nothing; another route may refuse before it finds that.
          for (const spelling of spellings(path)) {
            const answer = await scene.caller.call(method, spelling, { body, headers: headers ?? {} });
            const isRefused = [400, 401, 403, 404].includes(answer.status) && answer.meter.rowsWritten === 0;
            if (!isRefused) wrong.push([method, spelling, answer.status]);
          }
          const head = await scene.caller.call("HEAD", path);
          const headStatus = method === "GET" ? expected.status : 404;
          const isReadable = method !== "GET" && ROUTES.some((other) => reads(other, path));
          if (!isReadable && (head.status !== headStatus || head.text))
            wrong.push(["HEAD", path, head.status]);
        }

        const answer = await scene.caller.call(method, path, { body, headers: headers ?? {} });
        const code = answer.status >= 400 ? (JSON.parse(answer.text) as Problem).code : undefined;
        if (answer.status !== expected.status || code !== expected.code) {
          wrong.push([method, path, answer.status, code, "expected", expected]);
        }
        const isRefused = answer.status === 401 || answer.status === 403 || code === "not_found";
        if (isRefused && answer.meter.rowsWritten) wrong.push([method, path, "was refused and wrote"]);
      }
      expect(wrong).toEqual([]);
    });
  }
});

/** Whether a GET route has this address too. */
const reads = (each: RouteCase, path: string) =>
  each.route.startsWith("GET ") &&
  new RegExp(`^${each.route.slice(4).replace(/:\w+/g, "[^/]+")}$`).test(path.replace(/\?.*/, ""));

describe("rows that a person may not see are missing", () => {
  const byId = ROUTES.filter(({ route }) => route.includes("/api/prospects/:id/"));

  for (const [why, values] of [
    ["somebody else's", { status: "onboarding" }],
    ["at intro, though their own", { status: "intro", mine: true }],
  ] as const) {
    it(`for the onboarding team: ${why}`, async () => {
      const caller = await person("onboarding_team");
      const officer = await person("officer");
      const assigned_to = "mine" in values ? caller.memberId : officer.memberId;
      const id = await prospect({ status: values.status, assigned_to });
      const scene: Scene = { caller, role: "onboarding_team", isForeign: false, officer };
      for (const each of byId) {
        const [method = ""] = each.route.split(" ");
        const { path, body } = await each.request(scene);
        const answer = await caller.call(method, path.replace(/\d+/, String(id)), { body });
        const isTheirsToAssign = each.route.endsWith("/assign");
        expect([each.route, answer.status]).toEqual([each.route, isTheirsToAssign ? 403 : 404]);
      }
      expect(await value("select version from prospects where id = ?", id)).toBe(1);
    });
  }

  it("so that another organization learns nothing of bulk work, and changes nothing", async () => {
    const foreigner = (await CALLERS["another organization's administrator"]?.()) as Scene;
    const id = await prospect({ status: "onboarding", assigned_to: foreigner.officer.memberId });
    const bulk = await foreigner.caller.ok<{ changed: number; skipped: { name: string | null }[] }>(
      "POST",
      "/api/prospects/bulk",
      { prospects: [{ id }], change: { kind: "deadline", deadline: hoursFromNow(1) } },
    );
    expect(bulk).toMatchObject({ changed: 0, skipped: [{ id, name: null }] });
    const { memberId } = foreigner.officer;
    const moved = await foreigner.caller.ok("POST", "/api/prospects/reassign", {
      from: memberId,
      to: foreigner.caller.memberId,
    });
    expect(moved).toMatchObject({ changed: 0, remaining: 0 });
    expect(await value("select version from prospects where id = ?", id)).toBe(1);
  });
});

it("an address that is no address answers 404 to everybody, signed in or not", async () => {
  const administrator = await person("administrator");
  for (const path of ["/api", "/api/nothing", "/api/prospects/1/nothing", "/api/prospects/0x1/record"]) {
    expect((await administrator.fails("GET", path)).code).toBe("not_found");
  }
  for (const id of ["0", "-1", "1.5", "1e3", "9".repeat(40), "1%00", "%F0%9F", "__proto__"]) {
    expect([id, (await administrator.fails("GET", `/api/users/${id}/role`)).code]).toEqual([id, "not_found"]);
  }
  expect(await raw.DB.prepare("select count(*) as n from audit_log").first("n")).toBe(0);
});
