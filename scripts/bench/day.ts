import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { CRONS } from "../../worker/lib/crons.ts";
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
/** Hours that pages are open in a day, all together; each pings twice a minute, and 20 messages are billed as one request. */
const PAGE_HOURS = 500;
const PINGS = (PAGE_HOURS * 120) / 20;
/** Hourly, and when something such as an event begins. */
const ALARMS = 100;
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
/** What one of a kind costs, and how often it comes. */
type Kind = { what: string; daily: number; trips: number; ms: number } & Figures;

/** Calls the emulated Discord's control. */
async function control(discord: string, path: string, body: object): Promise<void> {
  const headers = { "X-Control-Secret": emulatorSecret };
  const response = await fetch(`${discord}/__control/${path}`, {
    ...{ method: "POST", headers, body: JSON.stringify(body) },
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
  await org.takeCounts();
  const [cpu, from] = [org.cpu(), performance.now()];
  for (let turn = 0; turn < times; turn++) await work(turn);
  const ms = (performance.now() - from) / times;
  const counts = await org.takeCounts();
  const each = (value: number) => value / times;
  return {
    ...{ what, daily, ms, requests: 1, trips: each(counts.trips), cpuMs: each(org.cpu() - cpu) },
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

const sumOf = (kinds: readonly Kind[], key: keyof Figures) =>
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
  const columns = ["kind", "a day", "trips", "rows read", "rows written", "hub calls", "CPU ms", "ms"];
  const rows = kinds.map((kind) => [
    ...[
      kind.what,
      String(kind.daily),
      figure(kind.trips, 1),
      figure(kind.rowsRead),
      figure(kind.rowsWritten, 1),
    ],
    ...[figure(kind.hubRequests, 1), figure(kind.cpuMs, 1), figure(kind.ms)],
  ]);
  console.log(`A day of ${SIZE.members} members and ${SIZE.officers} officers. How often each kind comes is assumed
(scripts/bench/day-plays.ts). Each was sent ${TIMES} times, files ${WARM}, after ${WARM} that do not count, ticks ${TICKS.health.times}, ${TICKS.hourly.times} and ${TICKS.daily.times} times,
and its mean is multiplied. CPU is this machine's, of all of workerd: with D1, the hub and the counting. A request for
an unknown address takes ${figure(empty.cpuMs, 1)} ms of it.\n`);
  console.log(markdownTable(columns, rows));
  console.log(`Estimated for the Durable Object: ${PINGS} requests for pings, of pages that are open for ${PAGE_HOURS} hours all together,
and ${ALARMS} alarms as long as a call. A connection counts as two calls, with what greets it. Its calls and their time are counted, with the pages of the table open.\n`);
  const above = kinds.filter(({ cpuMs }) => cpuMs > FREE_CPU_MS).sort((a, b) => b.cpuMs - a.cpuMs);
  console.log(
    `Above the ${FREE_CPU_MS} ms of CPU that a request may take on the Free plan, on this machine and with D1:`,
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
    const idle = { requests: 0, cpuMs: 0, rowsRead: 0, rowsWritten: 0, trips: 0, ms: 0, daily: 1 };
    const estimated: Kind = {
      ...{ ...idle, what: "pings and alarms", hubRequests: PINGS + ALARMS },
      hubGbs: (ALARMS * sumOf(kinds, "hubGbs")) / calls,
    };
    const all = [...kinds, estimated];
    printReports(kinds);
    const withoutReports = all.filter(({ what }) => what !== REPORTS);
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
