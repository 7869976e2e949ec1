import { expect, it } from "vitest";
import { API } from "./app.ts";
import { NAMES_A_DAY } from "./features/imports/imports.schema.ts";
import { budgetKindOf, RESERVED_ROWS, ROWS_A_DAY } from "./lib/write-budget.ts";
import { callRoute, expectedOf, isByMachine, ROUTES, type Scene } from "./testing/routes.ts";
import { backgroundDone, freshDatabase, person, raw, rows, value } from "./testing/world.ts";

/** Who may call the fewest routes, and who may call all of them; `hammered.test.ts` has the others. */
const KINDS = { stranger: null, administrator: "administrator" } as const;

/** Sets what a user has used of today's rows. */
const setUsed = (userId: number, used: number, kind = "rows") =>
  raw.DB.prepare(
    `insert into daily_budgets (user_id, day, kind, used, most) values (?, date('now'), ?, ?, ?)
     on conflict do update set used = excluded.used, most = excluded.most`,
  )
    .bind(userId, kind, used, used)
    .run();

/** Routes that may write. What is read writes nothing, which the tests of budgets show, where its case says nothing else. */
const OF_USERS = ROUTES.filter(
  (each) =>
    each.access !== "public" &&
    !isByMachine(each) &&
    (!each.route.startsWith("GET ") || each.kind !== undefined || each.budget !== undefined),
);
/** Counted afterwards alone; SECURITY.md names them. */
const NEVER_REFUSED = [
  "DELETE /api/backup/restores/:id",
  "GET /api/backup/export",
  "GET /api/discord-bots/:orgId/gateway",
  "POST /api/backup/restores",
  "POST /api/backup/restores/:id/apply",
  "POST /api/backup/restores/:id/rehearse",
  "POST /api/backup/restores/stored",
];
const declaredOf = (route: string) => API.find(({ name }) => name === route) as (typeof API)[number];

for (const [kind, role] of Object.entries(KINDS)) {
  it(`${kind}: two requests at once to each route, with budget left for one, write at most that budget`, async () => {
    await freshDatabase();
    const figure = ROWS_A_DAY[kind as keyof typeof ROWS_A_DAY];
    const officer = await person("officer");
    const wrong: string[] = [];
    let refused = 0;
    for (const each of OF_USERS) {
      const { rowsOf, reserve } = declaredOf(each.route);
      const scene: Scene = { caller: await person(role), role, isForeign: false, officer };
      if (expectedOf(each, scene).status >= 400 || NEVER_REFUSED.includes(each.route)) continue;
      const { caller } = scene;
      const requests = [await each.request(scene), await each.request(scene)];
      const declared = rowsOf((requests[0]?.body ?? {}) as never);
      const most = (reserve === "proof" ? 0 : figure) + (reserve ? RESERVED_ROWS[reserve] : 0);
      await setUsed(caller.userId, most - declared, reserve === "proof" ? "proofs" : "rows");
      const [method = ""] = each.route.split(" ");
      const answers = await Promise.all(
        requests.map(({ path, body, headers = {} }) => caller.call(method, path, { body, headers })),
      );
      await backgroundDone();
      const sum = answers.reduce((total, { meter }) => total + meter.rowsWritten, 0);
      if (sum > declared) wrong.push(`${each.route}: ${sum} rows written, ${declared} were left`);
      for (const { text, headers } of answers.filter(({ status }) => status === 429)) {
        if (!text.includes("write_budget_used")) continue;
        refused += 1;
        const seconds = Number(headers.get("Retry-After"));
        if (!(seconds > 0 && seconds <= 86_400)) wrong.push(`${each.route}: Retry-After ${seconds}`);
      }
    }
    expect(wrong).toEqual([]);
    expect(refused).toBeGreaterThan(5);
  });
}

it("a stranger changes their language until they are refused, and has written at most the figure", async () => {
  const caller = await person(null);
  let [total, status] = [0, 0];
  for (let sent = 0; status !== 429 && sent < ROWS_A_DAY.stranger; sent++) {
    const language = sent % 2 ? "en" : "da";
    const answer = await caller.call("PATCH", "/api/user/language", { body: { language } });
    total += answer.meter.rowsWritten;
    status = answer.status;
  }
  expect(status).toBe(429);
  expect(total).toBeLessThanOrEqual(ROWS_A_DAY.stranger);
});

it("a user who has used up all their rows can still prove who they are, change their password and end their sessions", async () => {
  const officer = await person("officer");
  const wrong: unknown[] = [];
  for (const route of [
    "POST /api/user/confirm",
    "PATCH /api/user/password",
    "DELETE /api/user/sessions",
    "DELETE /api/user",
  ]) {
    const each = ROUTES.find((one) => one.route === route) as (typeof ROUTES)[number];
    const caller = await person("member");
    const scene: Scene = { caller, role: "member", isForeign: false, officer };
    await setUsed(caller.userId, ROWS_A_DAY.member);
    const { answer } = await callRoute(each, scene);
    if (answer.status !== (each.status ?? 200)) wrong.push([route, answer.status, answer.text]);
  }
  expect(wrong).toEqual([]);
});

it("rows that deleting a user writes beyond its declared count are counted afterwards, to the figure at most", async () => {
  const route = "DELETE /api/users/:id";
  const declared = declaredOf(route).rowsOf({} as never);
  const used = async (before: number) => {
    const [administrator, user] = [await person("administrator"), await person("member")];
    await raw.DB.prepare(
      `insert into own_ship_aliases (user_id, alias, ship_id)
       select ?, 'name ' || value, 1 from json_each(?)`,
    )
      .bind(user.userId, JSON.stringify(Array.from({ length: 2 * declared }, (_, at) => at)))
      .run();
    await setUsed(administrator.userId, before);
    const { meter } = await administrator.call("DELETE", `/api/users/${user.userId}`);
    await backgroundDone();
    expect(meter.rowsWritten).toBeGreaterThan(declared);
    const count = "select used from daily_budgets where user_id = ? and kind = 'rows'";
    return [await value<number>(count, administrator.userId), before + meter.rowsWritten];
  };
  const [counted, written = 0] = await used(0);
  expect(counted).toBe(written);
  const most = ROWS_A_DAY.administrator;
  expect((await used(most - declared))[0]).toBe(most);
});

it("the figures of a day are those that SECURITY.md promises", () => {
  const files = import.meta.glob<string>("../SECURITY.md", { eager: true, query: "?raw", import: "default" });
  const text = Object.values(files).join().replaceAll("\n", " ");
  const numbersIn = (pattern: RegExp) =>
    [...text.matchAll(pattern)].map(([, figure = ""]) => Number(figure.replaceAll(",", "")));
  expect(numbersIn(/\| (\d+,000) +\|/g)).toEqual(Object.values(ROWS_A_DAY));
  const reserves = numbersIn(/(?:Another|password have) ([\d,]+) rows/g);
  expect(reserves).toEqual([RESERVED_ROWS.ending, RESERVED_ROWS.proof]);
  expect(numbersIn(/at most (\d+) names of ships a day/g)).toEqual([NAMES_A_DAY]);
});

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
    transfers: Array(50).fill({}),
    mappings: Array(250).fill({}),
    roles: Array(250).fill(0),
    people: Array(200).fill({}),
  };
  expect(
    API.filter(({ rowsOf }) => rowsOf(largest as never) === 0)
      .map(({ name }) => name)
      .sort(),
  ).toEqual(NEVER_REFUSED);
  const over = API.filter(({ access, rowsOf }) => {
    const { stranger, member } = ROWS_A_DAY;
    return rowsOf(largest as never) > (access.kind === "permission" ? member : stranger);
  });
  expect(over.map(({ name }) => name)).toEqual([]);
});

it("a request refused for the budget writes nothing, says in both languages when it is possible again, and succeeds the next day", async () => {
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
