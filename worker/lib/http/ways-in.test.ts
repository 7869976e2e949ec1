import { expect, it } from "vitest";
import * as z from "zod/mini";
import { ask, NOW, outcome, personWith, wayOf } from "../../testing/little-app.ts";
import { backgroundDone } from "../../testing/world.ts";
import { signedIn } from "./access.ts";
import { json } from "./answers.ts";
import type { App } from "./app.ts";
import { get } from "./route.ts";
import { bySessionCookie } from "./ways-in.ts";

const route = get("/a", {
  ...{ access: signedIn(), summary: "", answers: json(z.unknown()) },
  run: (_, __, c) => ({
    language: c.var.language,
    isTimed: c.var.isTimed ?? false,
    revisions: c.var.revisions,
  }),
});
const asked = async (way: App["Variables"]["way"]) =>
  (await ask([route], "GET /a", { way, language: "da" })).body;

it("acts for the user in their language, and tells times in debug mode to holders of admin.system alone", async () => {
  const administrator = personWith(["admin.system"]);
  expect(await asked(wayOf(personWith([], { language: "en" })))).toMatchObject({ language: "en" });
  expect(await asked(wayOf(personWith()))).toMatchObject({ language: "da", isTimed: false });
  expect(await asked(wayOf(personWith(["admin.permissions"]), true, { isDebugging: true }))).toMatchObject({
    isTimed: false,
  });
  expect(await asked(wayOf(administrator))).toMatchObject({ isTimed: false });
  expect(await asked(wayOf(administrator, true, { isDebugging: true, revisions: { a: 1 } }))).toEqual({
    language: "da",
    isTimed: true,
    revisions: { a: 1 },
  });
  expect((await ask([route], "GET /a", { way: undefined })).body.code).toBe("signed_out");
});

it("finds a session by its cookie, and extends session and cookie when that is due", async () => {
  const extended: unknown[] = [];
  const way = bySessionCookie({
    query: (token) => ({
      key: crypto.randomUUID(),
      statement: { text: "select ? as userId", values: [7] },
      toFound: () =>
        token === "bad" ? null : { actor: personWith(), revisions: {}, isDebugging: false, pause: null },
      isDue: () => token === "due",
    }),
    extend: async (_, ...args) => void extended.push(args),
  });
  const answer = async (cookie: string) => {
    const init = { headers: cookie ? { Cookie: `session=${cookie}` } : {} };
    const { headers } = await ask([route], "GET /a", { way, init });
    return [await outcome([route], "GET /a", { way, init }), headers.getSetCookie().length];
  };
  expect(await answer("good")).toEqual([200, 0]);
  expect(await answer("bad")).toEqual(["signed_out", 0]);
  expect(await answer("")).toEqual(["signed_out", 0]);
  expect(extended).toEqual([]);
  expect(await answer("due")).toEqual([200, 2]);
  await backgroundDone();
  expect(extended).toEqual(Array(2).fill([1, NOW]));
  const isTaken = (cookie: string) => {
    const taken = get("/a", {
      ...{ access: { rule: { kind: "public" }, enter: async (c) => ({ ok: way.isTaken(c) }) as never } },
      ...{ summary: "", answers: json(z.unknown()), run: (context) => context },
    });
    return ask([taken], "GET /a", { init: { headers: { Cookie: cookie } } });
  };
  expect([(await isTaken("session=a")).body, (await isTaken("other=a")).body]).toEqual([
    { ok: true },
    { ok: false },
  ]);
});
