import { describe, expect, it } from "vitest";
import { API, app } from "./app.ts";
import type { Problem } from "./lib/errors.ts";
import { CALLERS } from "./testing/callers.ts";
import {
  callRoute,
  expectedOf,
  oneOfEach,
  ROUTES,
  type RouteCase,
  ruleOf,
  type Scene,
  shapeOf,
} from "./testing/routes.ts";
import { hoursFromNow, person, prospect, raw, value } from "./testing/world.ts";

describe("access declarations", () => {
  it("exist for every route that the app serves, and for no other", () => {
    const served = app.routes.filter(({ method }) => method !== "ALL");
    const names = new Set(served.map(({ method, path }) => `${method} ${path}`));
    expect([...names].sort()).toEqual(API.map(({ name }) => name).sort());
  });

  it("equal the access of the route cases, which name every route", () => {
    const declared = API.map(({ name, access }) => [
      name,
      access.kind === "permission" ? access.permissions : access.kind,
      {
        ...{ isEachNeeded: "isEachNeeded" in access, ownsOr: access.ownsOr, owned: access.owned },
        scope: access.scope,
      },
    ]);
    const stated = ROUTES.map(({ route, access, isEachNeeded = false, ownsOr, owned, scope }) => [
      route,
      access,
      { isEachNeeded, ownsOr, owned, scope },
    ]);
    expect(declared.sort()).toEqual(stated.sort());
  });
});

/** The callers for whom every route is called; for the others, one of each rule, and each where ownership decides. */
const OF_EVERY_ROUTE = ["nobody", "another organization's administrator"];

describe("access by caller", () => {
  for (const [name, makeScene] of Object.entries(CALLERS)) {
    // `traversal.test.ts` shows it of every route for an administrator.
    if (name === "administrator") continue;
    const cases = OF_EVERY_ROUTE.includes(name) ? ROUTES : oneOfEach(ROUTES, ruleOf);
    it(`${name}: every route answers as declared`, async () => {
      const scene = await makeScene();
      const wrong: unknown[] = [];
      for (const each of cases) {
        const expected = expectedOf(each, scene);
        const { method, path, answer } = await callRoute(each, scene);
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

/** Returns spellings of an address that a proxy or a router could resolve to the plain one. */
const spellings = (path: string) => [
  `/${path}`,
  path.replace(/^\/api/, "//api"),
  path.replace("/api/", "/api//"),
  path.replace("/api/", "/api%2f"),
  path.replace(/\/([^/]*)$/, "%2f$1"),
  path.replace(/(\?|$)/, "/$1"),
];

describe("an address of each shape, by callers with the least and the most rights", () => {
  for (const name of ["nobody", "administrator"])
    it(`${name}: is refused in other spellings, and has no body for HEAD`, async () => {
      const scene = (await CALLERS[name]?.()) as Scene;
      const wrong: unknown[] = [];
      for (const each of oneOfEach(ROUTES, shapeOf)) {
        const [method = ""] = each.route.split(" ");
        const expected = expectedOf(each, scene);
        const { path, body, headers = {} } = await each.request(scene);
        // Which error comes first may differ.
        for (const spelling of spellings(path)) {
          const answer = await scene.caller.call(method, spelling, { body, headers });
          const isRefused = [400, 401, 403, 404].includes(answer.status) && answer.meter.rowsWritten === 0;
          if (!isRefused) wrong.push([method, spelling, answer.status]);
        }
        const head = await scene.caller.call("HEAD", path);
        const headStatus = method === "GET" ? expected.status : 404;
        const isReadable = method !== "GET" && ROUTES.some((other) => reads(other, path));
        if (!isReadable && (head.status !== headStatus || head.text)) wrong.push(["HEAD", path, head.status]);
      }
      expect(wrong).toEqual([]);
    });
});

/** Returns whether the case is a GET route with this address. */
const reads = (each: RouteCase, path: string) =>
  each.route.startsWith("GET ") &&
  new RegExp(`^${each.route.slice(4).replace(/:\w+/g, "[^/]+")}$`).test(path.replace(/\?.*/, ""));

describe("rows that a user may not see", () => {
  const byId = ROUTES.filter(({ route }) => route.includes("/api/prospects/:id/"));

  for (const [why, values] of [
    ["somebody else's", { status: "onboarding" }],
    ["at intro, though their own", { status: "intro", mine: true }],
  ] as const) {
    it(`are answered with 404 to the onboarding team: ${why}`, async () => {
      const caller = await person("onboarding_team");
      const officer = await person("officer");
      const assigned_to = "mine" in values ? caller.memberId : officer.memberId;
      const id = await prospect({ status: values.status, assigned_to });
      const scene: Scene = { caller, role: "onboarding_team", isForeign: false, officer };
      for (const each of byId) {
        const [method = ""] = each.route.split(" ");
        const { path, body } = await each.request(scene);
        const answer = await caller.call(method, path.replace(/\d+/, String(id)), { body });
        // They may read the one and lack a permission for the others.
        const isRefused = each.route.endsWith("/assign") || each.isEachNeeded;
        expect([each.route, answer.status]).toEqual([each.route, isRefused ? 403 : 404]);
      }
      expect(await value("select version from prospects where id = ?", id)).toBe(1);
    });
  }

  it("are neither changed nor named by bulk requests of another organization", async () => {
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

it("an unknown address is answered with 404, signed in or not", async () => {
  const administrator = await person("administrator");
  for (const path of ["/api", "/api/nothing", "/api/prospects/1/nothing", "/api/prospects/0x1/record"]) {
    expect((await administrator.fails("GET", path)).code).toBe("not_found");
  }
  for (const id of ["0", "-1", "1.5", "1e3", "9".repeat(40), "1%00", "%F0%9F", "__proto__"]) {
    expect([id, (await administrator.fails("GET", `/api/users/${id}/role`)).code]).toEqual([id, "not_found"]);
  }
  expect(await raw.DB.prepare("select count(*) as n from audit_log").first("n")).toBe(0);
});
