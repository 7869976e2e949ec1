import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { runInNewContext } from "node:vm";
import { transform } from "esbuild";
import { SYSTEM_PERMISSIONS } from "../worker/lib/permissions.schema.ts";
import { landingPath, placeAt } from "./areas.ts";
import { firstTable } from "./first-table.ts";
import type { Place } from "./lib/area.ts";
import { can } from "./lib/can.ts";
import type { Reader } from "./lib/session.tsx";

const SOURCE = readFileSync(new URL("public/first.js", import.meta.url), "utf8");

type World = { isNew?: boolean; cookie?: string; stored?: Record<string, string>; isApp?: boolean };
type Script = { firstPaths: (pathname: string, reader: Reader) => string[] };

const TABLE = firstTable();

/** Runs the script in a browser; `sentTo` is undefined where it stays on the page, and `asked` is what it asks of the API. */
function run({ isNew = true, cookie = "", stored = {}, isApp = true }: World = {}) {
  const asked: string[] = [];
  const world = {
    sentTo: undefined as string | undefined,
    URL: isNew ? URL : class {},
    location: { pathname: "/dashboard", replace: (address: string) => (world.sentTo = address) },
    localStorage: Object.assign(Object.create({ getItem: (key: string) => stored[key] ?? null }), stored),
    document: {
      documentElement: { dataset: {} },
      cookie,
      currentScript: { dataset: isApp ? { first: JSON.stringify(TABLE) } : {} },
    },
    navigator: { language: "en" },
    addEventListener: () => undefined,
    fetch: (address: string) => {
      asked.push(...new URL(address, "http://here.invalid").searchParams.getAll("path"));
      return Promise.reject(new TypeError("offline"));
    },
  };
  runInNewContext(SOURCE, Object.assign(world, { self: world }));
  return { asked, sentTo: world.sentTo, ...(world as unknown as Script) };
}

test("a browser without the newest of what pages use is sent to the page that says so, others are not", () => {
  assert.deepEqual([run({ isNew: false }).sentTo, run().sentTo], ["/browser", undefined]);
});

test("the first script is written in words that browsers of 2018 understand", async () => {
  const written = async (target: string) => (await transform(SOURCE, { target })).code;
  assert.equal(await written("es2018"), await written("esnext"));
});

const reader = { id: 7, organizationId: 3, permissions: ["prospects.read"] } as Reader;

test("the first script asks for the page of who read here last, in one request, and for nobody's elsewhere", () => {
  const mine = ["/api/user", ...run().firstPaths("/dashboard", reader)];
  const signedIn = "a=b; signed_in=1";
  const stored = { theme: "dark", "reader:7": JSON.stringify(reader) };
  assert.deepEqual(run({ cookie: signedIn, stored }).asked, mine);
  assert.deepEqual(run({ cookie: `${signedIn}; reader=7~3~prospects.read` }).asked, mine);
  for (const world of [{ stored }, { cookie: signedIn }, { cookie: signedIn, stored, isApp: false }])
    assert.deepEqual(run(world).asked, []);
  for (const kept of ["{", "{}", "null", "7"])
    assert.deepEqual(run({ cookie: signedIn, stored: { "reader:7": kept } }).asked, [], kept);
  assert.ok(mine.includes("/api/prospects/3?urgent=1") && mine.includes("/api/user/stats"));
});

test("the first script knows what a page asks for first by the rules of the other scripts", () => {
  const { firstPaths } = run();
  const sets = [[], [...SYSTEM_PERMISSIONS], ...SYSTEM_PERMISSIONS.map((each) => [each])];
  for (const permissions of sets)
    for (const path of Object.keys(TABLE)) {
      const { first = [] } = placeAt(path === "/" ? landingPath(permissions) : path) as Place;
      const wanted = first.filter(
        (each) => can(permissions, each.need) && !(each.unless && can(permissions, each.unless)),
      );
      // On other pages that users land on, the page asks by itself.
      if (path === "/" && !can(permissions, "dashboard.view")) wanted.length = 0;
      const paths = wanted.map((each) => each.path.replace(":orgId", "3").replace(":userId", "7"));
      assert.deepEqual([...firstPaths(path, { ...reader, permissions })], paths, `${path} ${permissions}`);
    }
});
