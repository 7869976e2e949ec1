import fc from "fast-check";
import { expect, it, vi } from "vitest";
import { addToken, bearer } from "./features/tokens/testing/tokens.factory.ts";
import { type Operation, requestsFor } from "./testing/fuzz/documented.ts";
import { basesOf } from "./testing/fuzz/requests.ts";
import { REFUSED_BY_OTHERS, ROUTES } from "./testing/routes.ts";
import { runs } from "./testing/runs.ts";
import { backgroundDone, call, nobody, person } from "./testing/world.ts";

const PATH = "/api/openapi.json";
type Document = {
  paths: Record<string, Record<string, Operation & { security: Record<string, string[]>[] }>>;
};
const read = async () => JSON.parse((await nobody.call("GET", PATH)).text) as Document;

it("the description of the API is answered to everybody, without the database, and kept by its entity tag", async () => {
  const { status, headers, meter } = await nobody.call("GET", PATH);
  expect([status, meter.trips, headers.get("Cache-Control")]).toEqual([200, 0, "public, max-age=300"]);
  const tag = headers.get("ETag") ?? "";
  const again = await nobody.call("GET", PATH, { headers: { "If-None-Match": tag } });
  expect([again.status, again.text, again.headers.get("ETag")]).toEqual([304, "", tag]);
  const other = await nobody.call("GET", PATH, { headers: { "If-None-Match": `${tag}x` } });
  expect(other.status).toBe(200);
  const { paths } = await read();
  expect(Object.keys(paths)).toContain("/openapi.json");
  expect(paths["/roles/{id}"]?.["get"]?.security).toEqual([
    { session: [] },
    { token: ["members.read"] },
    { token: ["admin.users"] },
  ]);
  expect(paths["/tokens"]?.["post"]?.security).toEqual([{ session: [] }]);
});

it("the description has no path twice under other names, and declares each parameter of a path", async () => {
  const { paths } = await read();
  const shapes = Object.keys(paths).map((path) => path.replace(/\{\w+\}/g, "{}"));
  expect(shapes.filter((shape, at) => shapes.indexOf(shape) !== at)).toEqual([]);
  for (const [path, operations] of Object.entries(paths))
    for (const { parameters } of Object.values(operations)) {
      const names = parameters.filter((each) => each.in === "path").map(({ name }) => `{${name}}`);
      expect([path, names.sort()]).toEqual([path, [...(path.match(/\{\w+\}/g) ?? [])].sort()]);
    }
});

/** Generated requests to each route, and to one that calls other services. */
const [EACH, HEAVY] = [runs(1, 3), runs(1, 1)];

/** Requests to every route that the description allows, each once as an administrator's program and once as a stranger. */
async function generated() {
  const heavy = new Set(
    ROUTES.flatMap(({ route, generated }) => (generated?.isHeavy ? route.replace(/:\w+/g, ":") : [])),
  );
  return Object.entries((await read()).paths).flatMap(([template, operations]) =>
    Object.entries(operations).flatMap(([name, operation]) => {
      const method = name.toUpperCase();
      const isHeavy = heavy.has(`${method} /api${template.replace(/\{\w+\}/g, ":")}`);
      const requests = fc.sample(requestsFor(template, operation), isHeavy ? HEAVY : EACH);
      return requests.flatMap((each) => [true, false].map((isProgram) => ({ ...each, method, isProgram })));
    }),
  );
}

it("no request that the description allows ends with an error of the server, or an answer that it does not name", async () => {
  const administrator = await person("administrator");
  const officer = await person("officer");
  // Adds the records that requests can be about.
  await basesOf({ caller: administrator, role: "administrator", isForeign: false, officer });
  const { token } = await addToken(administrator);
  const lines: string[] = [];
  const error = vi.spyOn(console, "error").mockImplementation((line: unknown) => lines.push(String(line)));
  const wrong: unknown[] = [];
  let answered = 0;
  for (const { method, path, body, isProgram } of await generated()) {
    const headers = isProgram ? bearer(token) : {};
    // An answer that is not as documented throws.
    const { status, text } = await call(method, path, { headers, body }).catch((failure: Error) => ({
      status: 500,
      text: failure.message,
    }));
    const isByOthers = REFUSED_BY_OTHERS.some((code) => text.includes(`"code":"${code}"`));
    if (status >= 500 && !isByOthers) wrong.push([isProgram, method, path, body, text, lines.at(-1)]);
    if (isProgram && status < 300) answered += 1;
  }
  await backgroundDone();
  error.mockRestore();
  expect(wrong).toEqual([]);
  // The program was not locked out by what it did, and most routes that read answered it.
  expect(answered).toBeGreaterThan(50 * EACH.numRuns);
});
