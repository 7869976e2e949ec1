import { afterEach, beforeEach, expect, it, vi } from "vitest";
import worker from "./index.ts";
import { CRONS } from "./lib/crons.ts";
import { logFault } from "./lib/log.ts";
import { onAnswerFault } from "./lib/named.ts";
import { faultsOfLines, parsedLines } from "./testing/lines.ts";
import { plantEverywhere } from "./testing/planting.ts";
import {
  accessOf,
  callRoute,
  isByMachine,
  oneOfEach,
  ROUTES,
  type RouteCase,
  type Scene,
} from "./testing/routes.ts";
import { appWithAllWays, bySession, OTHER_WAYS } from "./testing/ways-in.ts";
import { backgroundDone, call, execution, nobody, person, raw, rows, send } from "./testing/world.ts";

const LEVELS = ["log", "info", "warn", "error", "debug"] as const;
let lines: string[];

beforeEach(() => {
  lines = [];
  for (const level of LEVELS)
    vi.spyOn(console, level).mockImplementation((...words: unknown[]) => {
      lines.push(words.map(String).join(" "));
    });
});
afterEach(() => {
  vi.restoreAllMocks();
});

const parsed = () => parsedLines(lines);

/** Stands in every text of every table, and in whatever requests say. */
const MARK = "Plantedcanary";

const DISCORD_ID = "299999999999999901";
/** Headers that say the mark. */
const HEARD = { "User-Agent": MARK, "X-Request-Id": MARK, "Accept-Language": MARK, Referer: MARK };

/** An administrator and an officer who are called by the mark. */
async function markedScene(): Promise<Scene> {
  const [caller, officer] = [await person("administrator", 1, MARK), await person("officer", 1, MARK)];
  return { caller, role: "administrator", isForeign: false, officer };
}

const tick = (cron: string) =>
  worker.scheduled({ cron, scheduledTime: Date.now(), noRetry() {} }, raw as never);

/** Fails for a line that says a planted text, a name or a token. */
async function expectNoLeaks(): Promise<void> {
  const names = await rows<{ name: string }>(
    "select username as name from users union select display_name from users union select name from organizations",
  );
  const secrets = [MARK, DISCORD_ID, ...names.map(({ name }) => name)].map((each) => each.toLowerCase());
  expect(secrets.length).toBeGreaterThan(4);
  expect(lines.filter((line) => secrets.some((each) => line.toLowerCase().includes(each)))).toEqual([]);
}

it("every route, job and tick logs a line of known fields, for each kind of actor", async () => {
  const scene = await markedScene();
  // `traversal.test.ts` shows it of every route for an administrator. Nobody is refused alike by all routes of one rule.
  const byNobody = [
    ...ROUTES.filter((each) => each.access === "public" || isByMachine(each)),
    ...oneOfEach(ROUTES, accessOf),
  ];
  for (const each of byNobody) await callRoute(each, { ...scene, caller: nobody, role: null }, HEARD);
  for (const way of [bySession, ...Object.values(OTHER_WAYS)])
    await call("GET", "/api/user", { ...(await way(scene.caller)), api: appWithAllWays });
  await send(`/api/${MARK}/${DISCORD_ID}?name=${MARK}`);
  await scene.caller.call("PATCH", `/api/prospects/1?${MARK}=${MARK}`, { body: `{"${MARK}"` });
  await backgroundDone();
  for (const cron of Object.values(CRONS)) await tick(cron);

  const all = parsed();
  expect(faultsOfLines(all)).toEqual([]);
  await expectNoLeaks();
  const requests = all.filter(({ what }) => what === "request");
  expect(requests.length).toBeGreaterThanOrEqual(byNobody.length + 5);
  expect(new Set(requests.map(({ requestId }) => requestId)).size).toBe(requests.length);
  const kinds = new Set(requests.map(({ actor }) => actor));
  expect([...kinds].sort()).toEqual(["gateway", "interaction", "nobody", "session", "token"]);
  for (const { level, status } of requests)
    expect([status, level === "error"]).toEqual([status, Number(status) >= 500]);
  expect(all.filter(({ what, outcome }) => what === "tick" && outcome === "done")).toHaveLength(3);
  expect(all.filter(({ what }) => what === "job").length).toBeGreaterThan(3);
});

it("no line contains stored or sent data, whatever fails", async () => {
  onAnswerFault(null);
  const scene = await markedScene();
  expect(await plantEverywhere({ ...scene.caller, organizationId: 1, discordId: DISCORD_ID }, MARK)).toEqual(
    {},
  );
  // Planted rows say what no row says: some requests fail, and some answers are not as documented.
  const pass = async (cases: readonly RouteCase[]) => {
    for (const each of cases) await callRoute(each, scene, HEARD).catch(() => null);
    await backgroundDone();
  };
  await pass(ROUTES);
  for (const cron of Object.values(CRONS)) await tick(cron);
  await expectNoLeaks();
  await raw.DB.batch(
    ["audit_log", "bots", "health_looks"].map((table) => raw.DB.prepare(`drop table ${table}`)),
  );
  // Each route that writes fails in its own way, and those that read in that of their rule.
  const reading = oneOfEach(
    ROUTES.filter(({ route }) => route.startsWith("GET ")),
    accessOf,
  );
  await pass([...ROUTES.filter(({ route }) => !route.startsWith("GET ")), ...reading]);
  await expect(tick(CRONS.health)).rejects.toThrow();
  await expectNoLeaks();
  const all = parsed();
  expect(faultsOfLines(all)).toEqual([]);
  expect(all.filter(({ what, status }) => what === "request" && status === 500).length).toBeGreaterThan(5);
  expect(all.filter(({ what }) => what === "fault").length).toBeGreaterThan(5);
  expect(all.filter(({ what, outcome }) => what === "tick" && outcome === "failed")).toHaveLength(1);
});

it("the line of a request tells what it cost, as D1 itself counts", async () => {
  const administrator = await person("administrator");
  await backgroundDone();
  lines = [];
  const { meter, headers } = await administrator.call("PUT", "/api/organization/1/settings/debug_mode", {
    body: { settingValue: true, version: 0 },
  });
  const [line] = parsed();
  expect(line).toMatchObject({
    ...{ requestId: headers.get("X-Request-Id"), method: "PUT", status: 200, actor: "session" },
    route: "/api/organization/:orgId/settings/:settingKey",
    ...{ trips: meter.trips, rowsWritten: meter.rowsWritten, rowsRead: meter.rowsRead },
  });
  expect(Number(line?.["rowsWritten"])).toBeGreaterThan(0);
});

it("an error quotes neither malformed JSON nor an address", async () => {
  for (const fails of [
    () => JSON.parse(`{"name": "${MARK}`),
    () => JSON.parse(MARK),
    () => new URL(`https://${MARK}:x`),
    () => fetch(`https://${MARK}.invalid:99999/${MARK}`),
  ])
    try {
      await fails();
    } catch (error) {
      logFault("test", error);
    }
  expect(lines).toHaveLength(4);
  expect(lines.filter((line) => line.toLowerCase().includes(MARK.toLowerCase()))).toEqual([]);
});

it("a request that finds no settings logs its line, too", async () => {
  await appWithAllWays.request(`${raw["APP_URL"]}/api/user`, {}, { DB: raw.DB } as never, execution);
  expect(parsed()).toMatchObject([{ what: "request", status: 503, code: "misconfigured", level: "error" }]);
});
