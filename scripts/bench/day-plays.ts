import { ACTIVITIES_EVERY_MS } from "../../bot-gateway/protocol.ts";
import { DEMO_DISCORD } from "../lib/settings.ts";
import { type BenchOrganization, PASSWORD } from "./organization.ts";
import { type Play, peopleOf, playsBy, prepareDay } from "./plays.ts";

const hoursFromNow = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();
const dayFromNow = (days: number) => hoursFromNow(24 * days).slice(0, 10);

/** Of the filled contracts each sixth is posted, and another a draft: see contracts.fill.ts. */
const posted = (turn: number) => 1 + 6 * turn;
const draft = (turn: number) => 3 + 6 * turn;

const TERMS = {
  ...{ title: "Escort two haulers", description: "Lorville to Area18.", amount: 250_000, currency: "aUEC" },
  ...{ paymentType: "flat_rate", type: "security", serviceType: "escort_services", riskLevel: "high" },
  ...{ location: "Lorville", duration: "About 2 hours" },
};
const APPLICATION = {
  ...{ experience: "Two years of hauling", shipType: "C2 Hercules", availability: "Weekday evenings" },
  ...{ firstName: "Vega", lastName: "Rook", discordUsername: "vega.rook", timezone: "UTC" },
  ...{ rsiHandle: "VegaRook", backgroundCheck: true, termsAccepted: true, organizationId: 1 },
};

/** The activities that a bot sees in a day, two or three in a minute: BOT_BUDGET in bot-gateway/protocol.ts has ten for 2,000 people. */
const ACTIVITIES = 3_600;
/** The number of the gateway's reports of them in a day. */
const REPORTS = Math.min(ACTIVITIES, (24 * 3_600_000) / ACTIVITIES_EVERY_MS);

/** The texts of a search, letter by letter. */
const LETTERS = ["p", "pe", "per", "pers", "person 1"];
const typedIn = (turn: number) => encodeURIComponent(LETTERS[turn % LETTERS.length] ?? "");

/**
 * Every kind of request of a day, in the order in which they are played. How often each comes is our assumption: 150 people use
 * the app, most of them in the evening, when twenty pages and more are open and ask again for what others change.
 * @param receiver an address that takes what a webhook sends
 */
export async function playsOfDay(org: BenchOrganization, receiver: string): Promise<Play[]> {
  const { token, feeds } = await prepareDay(org, receiver);
  const { member, officer, admin } = peopleOf(org);
  const play = playsBy(org);

  const people: number[] = [];
  const applications: number[] = [];
  const events: number[] = [];
  const wishes: number[] = [];
  const nth = (made: number[]) => (turn: number) => made[turn];
  const [prospect, event, wish] = [nth(people), nth(events), nth(wishes)];
  const move = (status: string, daily: number) =>
    play("PATCH /api/prospects/:id/status", daily, admin, {
      ...{ note: status, id: prospect, body: () => ({ status, notes: "Ready" }) },
    });
  const activity = (number: number) => ({
    ...{ guildId: DEMO_DISCORD.DISCORD_GUILD_ID, discordId: member(number).discordId, username: "pilot" },
    ...{ type: "presence", details: number % 2 ? "online" : "idle", timestamp: new Date().toISOString() },
  });
  /** The activities between two reports, each of another member. */
  const activitiesOf = (turn: number) => {
    const [from, to] = [turn, turn + 1].map((each) => Math.floor((each * ACTIVITIES) / REPORTS)) as [
      number,
      number,
    ];
    return Array.from({ length: to - from }, (_, at) => activity(from + at));
  };
  /** Members with an empty hangar: see hangar.fill.ts. */
  const newOwner = (turn: number) => member(60 + turn);
  const signIn = (turn: number) => ({ username: `officer${officer(turn).userId}`, password: PASSWORD });

  return [
    // Everybody signs in with a password here, which is the dearest way.
    { route: "POST /api/login", daily: 70, send: (turn) => org.visit("/api/login", signIn(turn)) },
    play("GET /api/user", 900, member),
    { route: "GET /api/live", daily: 900, send: (turn) => org.open(member(turn)) },
    play("GET /api/user/notices", 4_000, member),
    play("PATCH /api/user/notices/read", 150, member, { body: () => ({ upTo: 1 }) }),
    play("GET /api/dashboard/stats/:orgId", 2_500, member),
    play("GET /api/activities/:orgId", 2_500, member),
    play("GET /api/user/stats", 700, officer),
    play("GET /api/prospects/:orgId/team", 400, officer),
    play("GET /api/discord-bots/:orgId", 200, admin),
    // Five pages behind a proxy without WebSockets, every 30 seconds for three hours.
    play("GET /api/dashboard/stats/:orgId", 1_800, () => member(0), { note: "unchanged" }, true),

    // The pipeline: each prospect goes through it.
    play("GET /api/prospects/:orgId", 600, officer, { query: "?limit=50" }),
    play("GET /api/prospects/:orgId/counts", 600, officer),
    play("GET /api/members/:orgId/assignable", 200, officer),
    play("POST /api/prospects", 15, officer, {
      body: (turn) => ({ organizationId: 1, displayName: `Vega ${turn}`, username: `vega${turn}` }),
      into: people,
    }),
    play("GET /api/prospects/:id/record", 300, officer, { id: prospect }),
    play("GET /api/prospects/:id/history", 300, officer, { id: prospect }),
    play("PATCH /api/prospects/:id/notes", 60, officer, {
      id: prospect,
      body: (turn) => ({ notes: `Speaks Danish, ${turn}` }),
    }),
    move("intro_completed", 10),
    play("PATCH /api/prospects/:id/assign", 20, officer, {
      id: prospect,
      body: (turn) => ({ assignedTo: 2 + (turn % 28), deadline: hoursFromNow(30) }),
    }),
    play("PATCH /api/prospects/:id/deadline", 20, officer, {
      id: prospect,
      body: () => ({ deadline: hoursFromNow(48), notes: "Agreed" }),
    }),
    play("POST /api/prospects/:id/time", 10, officer, {
      id: prospect,
      body: () => ({ minutes: 15, notes: "A call" }),
    }),
    move("onboarding", 10),
    move("active", 5),

    // Members and leaves.
    play("GET /api/users/:orgId", 250, officer, { query: "?limit=50" }),
    play("GET /api/members/:orgId/counts", 250, officer),
    play("GET /api/members/:id/profile", 200, officer, { id: (turn) => 31 + turn }),
    play("GET /api/users/:orgId", 300, officer, {
      note: "search",
      query: (turn) => `?q=${typedIn(turn)}&limit=50`,
    }),
    play("GET /api/search", 1_500, member, {
      query: (turn) => `?q=${typedIn(turn)}&in=people,contracts,events,wishes`,
    }),
    play("GET /api/leaves/:orgId", 60, member),
    play("POST /api/leaves", 10, member, {
      body: (turn) => ({ from: dayFromNow(40 + 3 * turn), to: dayFromNow(41 + 3 * turn), note: "" }),
    }),

    // Contracts, applications and payouts.
    play("GET /api/contracts/:orgId", 800, member, { query: "?limit=20" }),
    play("GET /api/contracts/:orgId/counts", 400, member),
    play("GET /api/contracts/:id/record", 300, member, { id: posted }),
    play("POST /api/contracts", 10, officer, {
      body: () => ({ ...TERMS, organizationId: 1, deadline: hoursFromNow(48), status: "posted" }),
    }),
    play("PUT /api/contracts/:id", 10, officer, {
      id: draft,
      body: (turn) => ({ ...TERMS, title: `Escort ${turn}`, deadline: hoursFromNow(48), version: 1 }),
    }),
    play("GET /api/contract-applications/:orgId", 100, officer),
    play("POST /api/contract-applications", 25, member, {
      body: (turn) => ({ ...APPLICATION, contractId: posted(turn) }),
      into: applications,
    }),
    play("PATCH /api/contract-applications/:id/accept", 10, admin, {
      id: nth(applications),
      body: () => ({ message: "See you at Everus" }),
    }),
    play("GET /api/user/money", 150, member),
    play("GET /api/contracts/:id/payout", 60, officer, { id: (turn) => 1 + turn }),
    // The transfers of accepted contracts have the ids of these, and those who have the contracts receive them.
    play("PATCH /api/payout-transfers/:id/confirmed", 20, (turn) => member(1 + 6 * turn), {
      id: (turn) => 2 + 6 * turn,
      body: () => ({}),
    }),

    // Events: the list, an event with its people, answers, attendance.
    play("GET /api/events/:orgId", 1_200, member, { query: "?limit=20" }),
    play("GET /api/events/:orgId/strip", 400, member, { query: `?from=${hoursFromNow(-24)}` }),
    play("POST /api/events", 8, officer, {
      body: (turn) => ({
        ...{ organizationId: 1, title: `Convoy ${turn}`, type: "mission", startsAt: hoursFromNow(72 + turn) },
        ...{ lengthMinutes: 120, timeZone: "Europe/Copenhagen", maxAttendees: 24 },
        ...{ description: "Bring a cargo ship.", location: "Area18" },
      }),
      into: events,
    }),
    play("GET /api/events/:id/details", 500, member, { id: event }),
    play("POST /api/events/:id/join", 150, member, { id: event, body: () => ({ wait: true }) }),
    play("PUT /api/events/:id/answer", 50, (turn) => member(turn + 30), {
      id: event,
      body: () => ({ answer: "maybe" }),
    }),
    play("GET /api/events/:id/attendance", 20, officer, { id: (turn) => 1 + 4 * turn }),

    // Wishes.
    play("GET /api/wishes/:orgId", 300, member, { query: "?limit=20" }),
    play("GET /api/wishes/:orgId/similar", 60, member, { query: "?title=Mining%20timer" }),
    play("POST /api/wishes", 8, member, {
      body: (turn) => ({
        ...{ organizationId: 1, title: `Timer for lasers ${turn}`, description: "Warn me." },
        ...{ priority: "high", category: "feature" },
      }),
      into: wishes,
    }),
    play("POST /api/wishes/:id/vote", 60, (turn) => member(turn + 7), { id: wish, body: () => ({}) }),
    play("POST /api/wishes/:id/comments", 15, member, { id: wish, body: () => ({ text: "So do I." }) }),

    // Hangars and the fleet.
    play("GET /api/uex/user/:userId/ships", 150, member),
    play("POST /api/uex/user/:userId/ships", 30, newOwner, {
      body: (turn) => ({ uexShipId: 250 + turn, quantity: 2 }),
    }),
    play("PATCH /api/uex/user/:userId/ships/:shipId", 10, newOwner, {
      id: (turn) => 250 + turn,
      body: () => ({ quantity: 3 }),
    }),
    play("GET /api/fleet/:orgId", 60, officer),
    play("GET /api/fleet/:orgId/summary", 60, officer),

    // What is not a page: Discord, the gateway, calendars every hour, a program every minute.
    {
      route: "POST /api/discord/interactions",
      daily: 200,
      send: (turn) => org.command(officer(turn), "events"),
    },
    {
      route: "POST /api/bot-gateway/reports",
      daily: REPORTS,
      send: (turn) =>
        org.report({
          instance: "instance-of-bench",
          key: `report-of-bench-${turn}`,
          activities: [{ botId: 1, items: activitiesOf(turn) }],
        }),
    },
    {
      route: "GET /api/calendar.ics",
      daily: 1_200,
      send: (turn) => org.send("GET", feeds[turn % 5] ?? "", {}),
    },
    {
      route: "GET /api/events/:orgId (token)",
      daily: 1_440,
      send: () =>
        org.send("GET", "/api/events/1?limit=20", { headers: { Authorization: `Bearer ${token}` } }),
    },

    // Files.
    play("GET /api/members/:orgId/export", 2, admin),
    play("GET /api/audit/:orgId/export", 1, admin),
    play("GET /api/user/data", 1, member),
    play("GET /api/backup/export", 1, admin),
  ];
}
