import { expect, it } from "vitest";
import { API } from "./app.ts";
import { budgetKindOf, RESERVED_ROWS, ROWS_A_DAY } from "./lib/write-budget.ts";
import { callRoute, expectedOf, ROUTES, type Scene } from "./testing/routes.ts";
import { backgroundDone, freshDatabase, person, raw, rows, value } from "./testing/world.ts";

const KINDS = {
  stranger: null,
  member: "member",
  officer: "officer",
  administrator: "administrator",
} as const;
const usedBy = (userId: number) =>
  value<number>(
    "select coalesce(sum(used), 0) from daily_budgets where user_id = ? and kind = 'rows'",
    userId,
  );

/** Sets what a user has used of today's rows. */
const setUsed = (userId: number, used: number) =>
  raw.DB.prepare(
    `insert into daily_budgets (user_id, day, kind, used, most) values (?, date('now'), 'rows', ?, ?)
     on conflict do update set used = excluded.used, most = excluded.most`,
  )
    .bind(userId, used, used)
    .run();

/** Routes that a user whose budget is used up can call; SECURITY.md names them. */
const UNCOUNTED = ["PATCH /api/user/password", "POST /api/user/confirm", "POST /api/user/confirm/passkey"];
/** Signed in or not, these are counted as attempts of a visitor. */
const isOfVisitor = (access: unknown) => access === "public" || access === "gateway";

const written = ROUTES.filter(({ route, access }) => !route.startsWith("GET ") && !isOfVisitor(access));
/** Rows that a user has left before the hammering begins: no route is counted as more than this here. */
const ROOM = 1_200;

for (const [kind, role] of Object.entries(KINDS)) {
  it(`a ${kind} who hammers every writing route, also in parallel, writes no more rows than the table says`, async () => {
    await freshDatabase();
    const most = ROWS_A_DAY[kind as keyof typeof ROWS_A_DAY];
    const wrong: string[] = [];
    let refused = 0;
    for (const each of written) {
      const caller = await person(role);
      const scene: Scene = { caller, role, isForeign: false, officer: await person("officer") };
      if (expectedOf(each, scene).status >= 400) continue;
      // What it takes to have a record to change is not part of it.
      await setUsed(caller.userId, most - ROOM);
      const { answer: first } = await callRoute(each, scene);
      await backgroundDone();
      const limit = most + (API.find(({ name }) => name === each.route)?.isReserved ? RESERVED_ROWS : 0);
      if ((await usedBy(caller.userId)) > limit) wrong.push(`${each.route}: over its figure at once`);
      await setUsed(caller.userId, 0);
      const requests = [await each.request(scene), await each.request(scene), await each.request(scene)];
      await setUsed(caller.userId, limit - 30);
      const [method = ""] = each.route.split(" ");
      const answers = await Promise.all(
        requests.map(({ path, body, headers = {} }) => caller.call(method, path, { body, headers })),
      );
      await backgroundDone();
      const rowsWritten = answers.reduce((sum, { meter }) => sum + meter.rowsWritten, 0);
      if (!UNCOUNTED.includes(each.route) && rowsWritten > 30)
        wrong.push(`${each.route}: ${rowsWritten} rows, 30 were left`);
      await setUsed(caller.userId, 0);
      const request = await each.request(scene);
      await setUsed(caller.userId, limit);
      const last = await caller.call(method, request.path, {
        body: request.body,
        headers: request.headers ?? {},
      });
      await backgroundDone();
      if (last.status === 429 && last.text.includes("write_budget_used")) {
        refused += 1;
        const seconds = Number(last.headers.get("Retry-After"));
        if (!(seconds > 0 && seconds <= 86_400)) wrong.push(`${each.route}: Retry-After ${seconds}`);
      }
      if (!UNCOUNTED.includes(each.route) && last.meter.rowsWritten > 0)
        wrong.push(
          `${each.route}: ${last.meter.rowsWritten} rows with nothing left (${first.status}, ${last.status})`,
        );
      if (UNCOUNTED.includes(each.route) && last.status === 429) wrong.push(`${each.route}: refused`);
    }
    expect(wrong).toEqual([]);
    expect(refused).toBeGreaterThan(5);
  }, 240_000);
}

it("the figure goes by membership and permissions, and no route is counted as more than its callers have", async () => {
  const actor = (memberId: number | null, ...permissions: string[]) =>
    budgetKindOf({ memberId, permissions: new Set(permissions) } as never);
  expect([
    actor(null, "admin.system"),
    actor(1),
    actor(1, "contracts.write"),
    actor(1, "prospects.write"),
    actor(1, "admin.users"),
  ]).toEqual(["stranger", "member", "member", "officer", "administrator"]);
  const largest = {
    ships: Array(400).fill({}),
    removals: Array(400).fill({}),
    answers: Array(500).fill({}),
    prospects: Array(100).fill({}),
  };
  const over = API.filter(({ access, rowsOf }) => {
    const { stranger, member } = ROWS_A_DAY;
    return rowsOf(largest as never) > (access.kind === "permission" ? member : stranger);
  });
  expect(over.map(({ name }) => name)).toEqual([]);
});

it("refused for the budget, a request leaves nothing, says when it goes on in both languages, and the next day it goes through", async () => {
  const caller = await person(null);
  await setUsed(caller.userId, ROWS_A_DAY.stranger);
  const change = (language: string) => caller.call("PATCH", "/api/user/language", { body: { language } });
  const before = await rows("select * from users");
  const answer = await change("da");
  expect(JSON.parse(answer.text)).toMatchObject({ status: 429, code: "write_budget_used" });
  expect(answer.text).toContain("Try again in");
  expect(await rows("select * from users")).toEqual(before);
  await raw.DB.prepare("update daily_budgets set day = '2020-01-01'").run();
  expect((await change("da")).status).toBeLessThan(300);
  await setUsed(caller.userId, ROWS_A_DAY.stranger);
  expect((await change("en")).text).toContain("Prøv igen om");
});

it("only the entries of the worker open the database themselves, so that no verb writes uncounted", () => {
  const files = import.meta.glob<string>(["./**/*.ts", "!./**/*.test.ts", "!./**/testing/**"], {
    eager: true,
    query: "?raw",
    import: "default",
  });
  const opening = Object.entries(files).filter(([, text]) => /\bopenDb\(|\.DB\b/.test(text));
  expect(opening.map(([name]) => name).sort()).toEqual([
    "./features/bots/container/bot-container.ts",
    "./hub.ts",
    "./index.ts",
    "./lib/db/client.ts",
    "./lib/http/app.ts",
  ]);
});
