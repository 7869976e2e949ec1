import { expect, it } from "vitest";
import { API } from "./app.ts";
import { rowsBelow } from "./testing/below.ts";
import { isByMachine, ROUTES, type RouteCase, type Scene } from "./testing/routes.ts";
import { backgroundDone, person } from "./testing/world.ts";

/**
 * Routes that delete or end as much as is stored, so that what they declare is an estimate; what they write beyond is
 * counted afterwards, but for restores. SECURITY.md names them. Syncs and moving all members of a role are estimates, too.
 */
const ESTIMATED = [
  "DELETE /api/backup/restores/:id",
  "DELETE /api/contracts/:id",
  "DELETE /api/discord-bots/:id",
  "DELETE /api/users/:id",
  "PATCH /api/contract-applications/:id/withdraw",
  "POST /api/backup/restores/:id/apply",
  "POST /api/backup/restores/:id/rehearse",
  "POST /api/security-applications/:id/deletion",
];

const declaredOf = (route: string) => API.find(({ name }) => name === route) as (typeof API)[number];
const OF_USERS = ROUTES.filter(
  ({ access, route, status = 200 }) =>
    access !== "public" && !isByMachine({ access }) && !route.startsWith("GET ") && status < 400,
);

type Make = RouteCase["request"];

type Two = Pick<Scene, "caller" | "officer">;
const two = async (): Promise<Two> => ({
  caller: await person("administrator"),
  officer: await person("officer"),
});

/** Sends what `make` makes as an administrator; returns the declared and the written rows. */
async function rowsOf(each: RouteCase, make: Make, people: Two, before = async () => {}) {
  const scene: Scene = { ...people, role: "administrator", isForeign: false };
  const { path, body, headers = {} } = await make(scene);
  await before();
  const [method = ""] = each.route.split(" ");
  const { meter, status, text } = await scene.caller.call(method, path, { body, headers });
  await backgroundDone();
  const declared = declaredOf(each.route).rowsOf((body ?? {}) as never);
  return { declared, written: meter.rowsWritten, status, text, body };
}

it("no route writes more rows than it declares with 30 rows in every table below its records, but those that SECURITY.md names", async () => {
  const people = await two();
  const below = await rowsBelow(30);
  const over: string[] = [];
  let planted = 0;
  for (const each of OF_USERS) {
    // Rows below the caller matter to what is about their own things, and about people.
    const isOwn = each.ownsOr !== undefined || /\/api\/(users?|members|prospects)\b/.test(each.route);
    const before = await below.mark();
    const caller = await person("administrator");
    const mark = isOwn ? before : await below.mark();
    const plant = async () => {
      planted += await below.plant(mark);
    };
    const { declared, written, status, text } = await rowsOf(
      each,
      each.request,
      { ...people, caller },
      plant,
    );
    expect(status, `${each.route}: ${text}`).toBeLessThan(500);
    if (written > declared) over.push(each.route);
  }
  expect(over.sort()).toEqual(ESTIMATED);
  expect(planted).toBeGreaterThan(1_000);
});

/** The most items of each array in a schema, by its name. */
function arraysOf(schema: unknown, name = "", most: Record<string, number> = {}): Record<string, number> {
  const def = (schema as { _zod?: { def: Record<string, unknown> } } | undefined)?._zod?.def;
  if (!def) return most;
  if (def["type"] === "array") {
    const checks = (def["checks"] ?? []) as { _zod: { def: { maximum?: number } } }[];
    most[name] = Math.min(...checks.map(({ _zod }) => _zod.def.maximum ?? Number.POSITIVE_INFINITY));
  }
  for (const [key, each] of Object.entries((def["shape"] ?? {}) as object)) arraysOf(each, key, most);
  arraysOf(def["innerType"] ?? def["in"], name, most);
  return most;
}

/** The array of a name in a body, in whatever object of it. */
function arrayIn(body: unknown, name: string): unknown[] | undefined {
  if (typeof body !== "object" || body === null) return undefined;
  const own = (body as Record<string, unknown>)[name];
  if (Array.isArray(own)) return own;
  return Object.values(body)
    .map((each) => arrayIn(each, name))
    .find((found) => found !== undefined);
}

it("no route writes more rows than it declares for the largest request that its schema takes", async () => {
  const { officer } = await two();
  const wrong: string[] = [];
  for (const each of OF_USERS) {
    const arrays = arraysOf(declaredOf(each.route).body);
    if (!each.largest) {
      if (Object.keys(arrays).length > 0) wrong.push(`${each.route} takes a list and has no largest request`);
      continue;
    }
    const {
      declared,
      written,
      status,
      text,
      body = {},
    } = await rowsOf(each, each.largest, { officer, caller: await person("administrator") });
    if (status !== (each.status ?? 200)) wrong.push(`${each.route}: ${status} ${text}`);
    if (written > declared) wrong.push(`${each.route}: ${written} rows written, ${declared} declared`);
    for (const [name, most] of Object.entries(arrays)) {
      // There are fewer permissions than a role may name, and fewer kinds of messages than a webhook.
      const is = arrayIn(body, name)?.length;
      if (is !== most && !["permissions", "kinds"].includes(name))
        wrong.push(`${each.route}: ${is} of ${most} ${name}`);
    }
  }
  expect(wrong).toEqual([]);
});
