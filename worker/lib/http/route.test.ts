import { sql } from "drizzle-orm";
import { expect, it } from "vitest";
import * as z from "zod/mini";
import { ask, NOW, outcome, personWith, wayOf } from "../../testing/little-app.ts";
import { backgroundDone, rows } from "../../testing/world.ts";
import type { Db } from "../db/client.ts";
import { USUAL_ROWS } from "../write-budget.ts";
import { provenIf, publicRoute, requires, signedIn } from "./access.ts";
import { json, nothing } from "./answers.ts";
import { get, post } from "./route.ts";

const way = wayOf(personWith());
const echo = { summary: "", answers: json(z.unknown()), run: (_: unknown, input: unknown) => ({ input }) };
const write = async (db: Db) =>
  void (await db.run(sql`insert into idempotency_keys (user_id, key, record_id, created_at)
    values (9, ${crypto.randomUUID()}, 1, '')`));
const answerOf = (body: unknown) => ({
  body: JSON.stringify(body),
  headers: { "Content-Type": "application/json" },
});

it("calls the verb with ids, parameters, query and body in one object, without those that access checks", async () => {
  const whole = post("/org/:orgId/users/:userId/things/:id/:kind", {
    access: signedIn(),
    params: z.object({ kind: z.enum(["red", "blue"]) }),
    query: z.object({ limit: z.optional(z.string()) }),
    body: z.strictObject({ name: z.string() }),
    ...echo,
  });
  const answer = await ask([whole], "POST /org/1/users/7/things/5/red?limit=2", {
    way,
    init: answerOf({ name: "Ada" }),
  });
  expect(answer.body).toEqual({ input: { id: 5, kind: "red", limit: "2", name: "Ada" } });
  const restricted = get("/org/:orgId", { access: requires("bots.read"), ...echo });
  const reader = wayOf(personWith(["bots.read"]));
  expect((await ask([restricted], "GET /org/1", { way: reader })).body).toEqual({ input: {} });
  const open = get("/org/:orgId", { access: publicRoute(), ...echo });
  expect((await ask([open], "GET /org/4")).body).toEqual({ input: { orgId: 4 } });
  const refused = (request: string, body: unknown) =>
    outcome([whole], request, { way, init: answerOf(body) });
  expect(await refused("POST /org/1/users/7/things/5/green", { name: "Ada" })).toBe("invalid_input");
  expect(await refused("POST /org/1/users/7/things/0/red", { name: "Ada" })).toBe("not_found");
  expect(await refused("POST /org/1/users/7/things/5/red", { name: 1 })).toBe("invalid_input");
});

it("has its name, its access, its topics and the rows that it counts as", () => {
  const basics = { access: signedIn(), summary: "Read", answers: nothing, run: () => undefined };
  const plain = get("/a/:id", basics);
  expect(plain).toMatchObject({ name: "GET /api/a/:id", access: { kind: "signed-in" }, depends: [] });
  expect(plain.rowsOf({} as never)).toBe(USUAL_ROWS);
  expect(get("/a", { ...basics, rows: 3 }).rowsOf({} as never)).toBe(3);
  const counted = post("/a", {
    ...basics,
    body: z.object({ all: z.array(z.number()) }),
    rows: ({ all }) => all.length,
  });
  expect(counted.rowsOf({ all: [1, 2] } as never)).toBe(2);
});

it("asks for a recent proof only where the input takes one", async () => {
  const body = z.object({ gives: z.boolean() });
  const access = provenIf(({ gives }: z.infer<typeof body>) => gives, signedIn());
  const route = post("/a", { access, body, summary: "", answers: nothing, run: () => undefined });
  const proved = wayOf(personWith([], { provenAt: NOW.toISOString() }));
  const asked = (gives: boolean, as = way) =>
    outcome([route], "POST /a", { way: as, init: answerOf({ gives }) });
  expect([await asked(true), await asked(false), await asked(true, proved)]).toEqual([
    "reauthentication_required",
    204,
    204,
  ]);
});

it("counts a user's request by its declared rows, refuses it beyond their budget, and counts further rows afterwards", async () => {
  const writes = (declared: number, count: number) =>
    post("/a", {
      ...{ access: signedIn(), rows: declared, summary: "", answers: nothing },
      run: async ({ db }) => {
        for (let at = 0; at < count; at++) await write(db);
      },
    });
  const used = async (declared: number, count: number, as: typeof way | undefined = way) => {
    const done = await outcome([writes(declared, count)], "POST /a", { way: as });
    await backgroundDone();
    return [done, await rows("select kind, used from daily_budgets order by used")];
  };
  expect(await used(5, 0)).toEqual([204, []]);
  expect(await used(5, 1, wayOf(null))).toEqual(["signed_out", []]);
  expect(await used(5, 1)).toEqual([204, [{ kind: "rows", used: 5 }]]);
  // One row, and that of the count.
  expect(await used(0, 1)).toEqual([204, [{ kind: "rows", used: 7 }]]);
  // One row is counted ahead: beyond it are the row of the ahead count, two further ones, and that of the second count.
  expect(await used(1, 3)).toEqual([204, [{ kind: "rows", used: 12 }]]);
  expect((await used(50_000, 1))[0]).toBe("write_budget_used");
  const open = post("/a", {
    access: publicRoute(),
    summary: "",
    answers: nothing,
    run: ({ db }) => write(db),
  });
  expect(await outcome([open], "POST /a")).toBe(204);
  expect(await rows("select kind, used from daily_budgets")).toEqual([{ kind: "rows", used: 12 }]);
});
