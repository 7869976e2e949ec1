import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { CRONS } from "../../worker/lib/crons.ts";
import { LIVE_PING_MS } from "../../worker/lib/live/live.schema.ts";
import { FIRST_USER } from "../../worker/testing/filling.ts";
import { emulatorSecret, startEmulatorProcess } from "../lib/emulator.ts";
import { markdownTable } from "../lib/table.ts";
import { playsOfDay } from "./day-plays.ts";
import { accountOf, type BenchOrganization, type Discord, startOrganization } from "./organization.ts";
import type { Play } from "./plays.ts";
import { below, type Measured } from "./report.ts";

const SIZE = { officers: 30, members: 500, signedIn: 140 };
/** Each kind of request is sent so often before it is measured, and while it is. */
const WARM = 3;
const TIMES = 20;
/** Ticks of a day, and how many of them are run. */
const TICKS = {
  health: { daily: 288, times: 12, minutes: 5 },
  hourly: { daily: 24, times: 24, minutes: 60 },
  daily: { daily: 1, times: 1, minutes: 1440 },
} as const;

// What is estimated, because it depends on how long pages stay open.
const HOUR_MS = 3_600_000;
/** Messages of pages that are billed as one request. Whether a ping that is answered without waking the hub is one is not said. */
const MESSAGES = 20;
/** Hours that pages are open in a day, all together. */
const PAGE_HOURS = 500;
const PINGS = (PAGE_HOURS * HOUR_MS) / LIVE_PING_MS / MESSAGES;
/** Hours of these in which the page of bots is open, which asks for the gateway's state every 5 seconds. */
const BOTS_HOURS = 2;
const PULSES = (BOTS_HOURS * HOUR_MS) / 5_000 / MESSAGES;
/** Hours of a day in which an administrator has a page open, which hears of each measurement of the services. */
const ADMIN_HOURS = 4;
const MEASUREMENTS = (ADMIN_HOURS * 60) / 5;
/** Hourly, and when something such as an event begins. */
const ALARMS = 100;
const ESTIMATED = PINGS + PULSES + MEASUREMENTS + ALARMS;
/** Gigabytes that a Durable Object is billed for. */
const HUB_GB = 0.128;

/** Requests and ticks that grow with the number of people in Discord, not with the users of the app. */
const REPORTS = "POST /api/bot-gateway/reports";

/** Milliseconds of CPU that a request may take on the Free plan. */
const FREE_CPU_MS = 10;

/** https://developers.cloudflare.com/workers/platform/pricing/ and its pages for D1 and Durable Objects. */
const PAID_MONTH = {
  requests: 10_000_000,
  cpuMs: 30_000_000,
  rowsRead: 25_000_000_000,
  rowsWritten: 50_000_000,
  hubRequests: 1_000_000,
  hubGbs: 400_000,
};
const FREE_DAY = {
  requests: 100_000,
  rowsRead: 5_000_000,
  rowsWritten: 100_000,
  hubRequests: 100_000,
  hubGbs: 13_000,
};
const NAMES: Record<keyof typeof PAID_MONTH, string> = {
  requests: "requests",
  cpuMs: "CPU ms",
  rowsRead: "D1 rows read",
  rowsWritten: "D1 rows written",
  hubRequests: "Durable Object requests",
  hubGbs: "Durable Object GB-s",
};
type Figures = Record<keyof typeof PAID_MONTH, number>;
/** The cost of one request of a kind, and how often it comes. */
type Kind = { what: string; daily: number; trips: number; ms: number; processMs: number } & Figures;

/** Calls the emulated Discord's control. */
async function control(discord: string, path: string, body: object): Promise<void> {
  const headers = { "X-Control-Secret": emulatorSecret };
  const response = await fetch(`${discord}/__control/${path}`, {
    method: "POST",
    headers,
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  await response.body?.cancel();
}

/** Starts a Discord whose server has everybody of the organization, and lets a bot post as much as it wants. */
async function startFullDiscord(): Promise<Discord> {
  const discord = await startEmulatorProcess("discord", { GUILD_SIZE: "1" });
  const route = "/channels/:channel/messages";
  await control(discord, "limit", { route, method: "POST", limit: 1_000, window: 1_000 });
  await control(discord, "limit/global", { limit: 10_000 });
  const join = (id: string, username: string, role: string) =>
    control(discord, "join", { id, username, roles: [role] });
  for (let at = 1; at <= SIZE.officers; at++)
    await join(`12000000000000${String(at).padStart(5, "0")}`, `officer${at}`, "Officer");
  for (let at = 1; at <= SIZE.members; at++) await join(accountOf(FIRST_USER + at), `person${at}`, "Crew");
  const state = await fetch(`${discord}/__control/state`, {
    headers: { "X-Control-Secret": emulatorSecret },
  });
  type Named = { id: string; name: string }[];
  const { roles, channels } = (await state.json()) as { roles: Named; channels: Named };
  const ids = new Map([...roles, ...channels].map(({ id, name }) => [name, id]));
  return { address: discord, idOf: (name) => ids.get(name) ?? "" };
}

/** Runs `work` some times and measures what that cost, each time. */
async function measure(
  org: BenchOrganization,
  { what, daily, times }: { what: string; daily: number; times: number },
  work: (turn: number) => Promise<unknown>,
): Promise<Kind> {
  let ms = 0;
  let counts = await org.takeCounts();
  const cpu = await org.cpuOf(async () => {
    const from = performance.now();
    for (let turn = 0; turn < times; turn++) await work(turn);
    ms = (performance.now() - from) / times;
    counts = await org.takeCounts();
  });
  const each = (value: number) => value / times;
  return {
    ...{ what, daily, ms, requests: 1, trips: each(counts.trips) },
    ...{ cpuMs: each(cpu.isolate), processMs: each(cpu.process) },
    ...{ rowsRead: each(counts.rowsRead), rowsWritten: each(counts.rowsWritten) },
    ...{ hubRequests: each(counts.hubCalls), hubGbs: (each(counts.hubMs) / 1000) * HUB_GB },
  };
}

async function playAll(org: BenchOrganization, plays: readonly Play[]): Promise<Kind[]> {
  const kinds: Kind[] = [];
  for (const { route, daily, send } of plays) {
    const times = daily < WARM ? WARM : TIMES;
    for (let turn = 0; turn < WARM; turn++) await send(turn);
    kinds.push(await measure(org, { what: route, daily, times }, (turn) => send(WARM + turn)));
  }
  return kinds;
}

/** Runs the ticks of the hours to come; in each hour somebody gets another name in Discord. */
async function tickAll(org: BenchOrganization, discord: string): Promise<Kind[]> {
  const now = Date.now();
  const kinds: Kind[] = [];
  for (const [name, { daily, times, minutes }] of Object.entries(TICKS)) {
    const cron = CRONS[name as keyof typeof TICKS];
    kinds.push(
      await measure(org, { what: `tick ${cron}`, daily, times }, async (turn) => {
        if (name === "hourly") {
          const userId = accountOf(FIRST_USER + 100 + turn);
          await control(discord, "rename", { userId, username: `renamed${turn}` });
        }
        await org.scheduled(cron, new Date(now + (turn + 1) * minutes * 60_000));
      }),
    );
  }
  return kinds;
}

const sumOf = (kinds: readonly Kind[], key: keyof Figures | "processMs") =>
  kinds.reduce((sum, kind) => sum + kind.daily * kind[key], 0);

/** The three kinds that take the largest part of a figure, for a budget that is broken. */
const mostOf = (kinds: readonly Kind[], key: keyof Figures) =>
  kinds
    .toSorted((one, other) => other.daily * other[key] - one.daily * one[key])
    .slice(0, 3)
    .map((kind) => `${kind.what} ${Math.round((100 * kind.daily * kind[key]) / sumOf(kinds, key))} %`)
    .join(", ");

/** Compares figures of a day with what a plan includes. */
function compare(
  kinds: readonly Kind[],
  plan: { name: string; includes: Partial<Figures>; days: number; most: number },
): Measured[] {
  return (Object.entries(plan.includes) as [keyof Figures, number][]).map(([key, included]) => {
    const day = sumOf(kinds, key);
    const is = (100 * plan.days * day) / included;
    const by = is > plan.most ? `: ${mostOf(kinds, key)}` : "";
    const what = `${plan.name}: ${NAMES[key]}, ${Math.round(day).toLocaleString("en")} a day${by}`;
    return { what, ...below({ is, most: plan.most, unit: "%", digits: 2 }) };
  });
}

function print(kinds: readonly Kind[], empty: Kind): void {
  const figure = (value: number, digits = 0) => value.toFixed(digits);
  const columns = [
    "kind",
    "a day",
    "trips",
    "rows read",
    "rows written",
    "hub calls",
    "CPU ms",
    "of all",
    "ms",
  ];
  const rows = kinds.map((kind) => [
    ...[
      kind.what,
      String(kind.daily),
      figure(kind.trips, 1),
      figure(kind.rowsRead),
      figure(kind.rowsWritten, 1),
    ],
    ...[figure(kind.hubRequests, 1), figure(kind.cpuMs, 1), figure(kind.processMs, 1), figure(kind.ms)],
  ]);
  console.log(`A day of ${SIZE.members} members and ${SIZE.officers} officers. How often each kind comes is assumed
(scripts/bench/day-plays.ts). Each was sent ${TIMES} times, files ${WARM}, after ${WARM} that do not count, ticks ${TICKS.health.times}, ${TICKS.hourly.times} and ${TICKS.daily.times} times,
and its mean is multiplied. CPU is this machine's, of the worker's isolate with the hub and the counting: the samples of V8's
profiler, each of which stands for what a loop of known CPU takes for one. It is what Cloudflare bills. "Of all" is the CPU of
the whole process of workerd, an upper bound: with D1's SQLite, the network, the local proxy and the profiler.
A request for an unknown address takes ${figure(empty.cpuMs, 1)} of ${figure(empty.processMs, 1)} ms.\n`);
  console.log(markdownTable(columns, rows));
  console.log(`Estimated for the Durable Object: ${PINGS} requests for pings, of pages that are open for ${PAGE_HOURS} hours all together, ${PULSES} for
the page of bots, open for ${BOTS_HOURS} hours, ${MEASUREMENTS} announcements of measurements in ${ADMIN_HOURS} hours with a page of an administrator, and ${ALARMS} alarms
as long as a call. Its calls, a connection being one, and their time are counted, with the pages of the table open.\n`);
  const above = kinds.filter(({ cpuMs }) => cpuMs > FREE_CPU_MS).sort((a, b) => b.cpuMs - a.cpuMs);
  console.log(
    `Above the ${FREE_CPU_MS} ms of CPU that a request may take on the Free plan, on this machine:`,
  );
  for (const { what, cpuMs } of above) console.log(`  ${what}: ${figure(cpuMs)} ms`);
  console.log();
}

/** Prints what the reports of bots take of the Paid plan, beside what is held against its budgets. */
function printReports(kinds: readonly Kind[]): void {
  const reports = kinds.filter(({ what }) => what === REPORTS);
  const shares = (Object.entries(PAID_MONTH) as [keyof Figures, number][]).map(
    ([key, included]) => `${NAMES[key]} ${((100 * 30 * sumOf(reports, key)) / included).toFixed(2)} %`,
  );
  console.log(`What the reports of bots take of the Paid plan by themselves: ${shares.join(", ")}.\n`);
}

/** Plays each kind of request of a day against the real worker, and compares the day with what Cloudflare's plans include. */
export async function measureDay(): Promise<Measured[]> {
  const receiver = createServer((_, response) => response.end("ok"));
  await once(receiver.listen(0, "127.0.0.1"), "listening");
  const discord = await startFullDiscord();
  await using org = await startOrganization(SIZE, discord);
  try {
    // The first sync is that of another day: it finds everybody.
    await org.scheduled(CRONS.hourly, new Date());
    const plays = await playsOfDay(org, `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`);
    const unknown = { route: "", daily: 0, send: () => org.send("GET", "/api/unknown", {}, 404) };
    const [empty] = (await playAll(org, [{ ...unknown, daily: TIMES }])) as [Kind];
    const kinds = [...(await playAll(org, plays)), ...(await tickAll(org, discord.address))];
    print(kinds, empty);
    const calls = sumOf(kinds, "hubRequests");
    const idle = {
      requests: 0,
      cpuMs: 0,
      processMs: 0,
      rowsRead: 0,
      rowsWritten: 0,
      trips: 0,
      ms: 0,
      daily: 1,
    };
    const estimated: Kind = {
      ...{ ...idle, what: "pings, alarms and others", hubRequests: ESTIMATED },
      hubGbs: ((ESTIMATED - PINGS) * sumOf(kinds, "hubGbs")) / calls,
    };
    const all = [...kinds, estimated];
    printReports(kinds);
    const withoutReports = all.filter(({ what }) => what !== REPORTS);
    const whole = sumOf(withoutReports, "processMs");
    console.log(
      `CPU ms of the whole process a day, the upper bound, reports of bots apart: ${Math.round(whole).toLocaleString("en")}, ${((100 * 30 * whole) / PAID_MONTH.cpuMs).toFixed(2)} %.\n`,
    );
    return [
      ...compare(withoutReports, {
        name: "Paid plan, reports of bots apart",
        includes: PAID_MONTH,
        days: 30,
        most: 10,
      }),
      ...compare(all, { name: "Free plan, with them", includes: FREE_DAY, days: 1, most: 50 }),
    ];
  } finally {
    receiver.close();
  }
}
