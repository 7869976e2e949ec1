import { AHEAD, type Slot } from "../../worker/features/events/events.schema.ts";
import { occurrencesOf } from "../../worker/features/events/recurrence/expand.ts";
import type { Row } from "../lib/database.ts";
import { ANDERS, ASTRID, CHLOE, DANIEL, FREJA, IDA, JEPPE, JONAS, MIKKEL, OLIVER } from "./names.ts";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** The zone in which the demo's organizers plan. */
const ZONE = "Europe/Copenhagen";

/** The attendees, by order of arrival, with the slot's id where the event has slots. */
type Going = readonly (string | readonly [name: string, slotId: number])[];

type DemoEvent = {
  title: string;
  description: string;
  type: "mission" | "training" | "social" | "meeting";
  location: string;
  /** Days from the seeding, and the hour of the day in UTC. */
  inDays: number;
  hour: number;
  minutes: number;
  by: string;
  places?: number;
  slots?: readonly Slot[];
  going?: Going;
  maybe?: readonly string[];
  guests?: readonly string[];
  cancelled?: { by: string; reason: string };
  /** Weeks between the dates of a series. */
  everyWeeks?: number;
};

const slot = (id: number, name: string, ship: string | null, seats: number): Slot => ({
  id,
  name,
  ship,
  seats,
  need: null,
});

const EVENTS: readonly DemoEvent[] = [
  {
    title: "Operation Nattergal: medical convoy through Pyro",
    description:
      "We carry 480 SCU of medical supplies from Ruin Station to Checkmate and bring the wounded back. Gunners keep the convoy closed up; medics stay with the Cutlass. Bring a spare undersuit and a full MedPen belt.",
    type: "mission",
    location: "Ruin Station, Pyro VI",
    inDays: 1,
    hour: 19,
    minutes: 180,
    by: MIKKEL,
    places: 12,
    slots: [
      slot(1, "Command", "Carrack “Havørnen”", 1),
      slot(2, "Escort pilot", "Vanguard Warden", 2),
      slot(3, "Turret gunner", "Hammerhead “Ulfberht”", 4),
      slot(4, "Medic", "Cutlass Red", 1),
    ],
    going: [[OLIVER, 1], [IDA, 2], [ANDERS, 2], [FREJA, 3], [JONAS, 3], [CHLOE, 4], [DANIEL, 4], JEPPE],
    maybe: [ASTRID],
    guests: ["Kaptajn Rask"],
  },
  {
    title: "New pilots: landing, refuelling and your first quantum jump",
    description:
      "An hour in the hangar, an hour in the air. Bring any ship that flies; we lend you one if not.",
    type: "training",
    location: "Seraphim Station, Crusader",
    inDays: 2,
    hour: 13,
    minutes: 120,
    by: IDA,
    places: 10,
    going: [IDA, ANDERS, CHLOE],
    maybe: [JONAS],
  },
  {
    title: "Officers’ meeting: winter recruitment",
    description: "How many we take in before Christmas, and who looks after them.",
    type: "meeting",
    location: "Discord, Bridge 2",
    inDays: 3,
    hour: 19,
    minutes: 90,
    by: ASTRID,
    places: 8,
    going: [ASTRID, FREJA, OLIVER, MIKKEL],
  },
  {
    title: "Quantanium night in the Aaron Halo",
    description:
      "One MOLE crew and two Prospectors. We sell raw the same night. Newcomers take the second seat and get a full share.",
    type: "mission",
    location: "ARC-L1, then belt 7",
    inDays: 5,
    hour: 19,
    minutes: 180,
    by: OLIVER,
    places: 4,
    going: [OLIVER, CHLOE, JEPPE, DANIEL, ANDERS, JONAS],
    everyWeeks: 2,
  },
  {
    title: "Ninetails lockdown patrol",
    description: "Fighters only. We clear the lockdown at Arial and split what the bounties pay.",
    type: "mission",
    location: "Arial, Hurston",
    inDays: 7,
    hour: 14,
    minutes: 120,
    by: IDA,
    places: 8,
    going: [IDA, FREJA, JONAS],
    cancelled: { by: IDA, reason: "The servers are down for maintenance that afternoon." },
  },
  {
    title: "Julefrokost in Orison, with prizes for the worst landing",
    description: "Bring something warm to drink and something to land badly with.",
    type: "social",
    location: "Cloudview Center, Orison",
    inDays: 9,
    hour: 18,
    minutes: 420,
    by: FREJA,
    going: [FREJA, ASTRID, OLIVER, IDA, JONAS, CHLOE, JEPPE, ANDERS],
    maybe: [DANIEL, MIKKEL],
  },
  {
    title: "Ore run with the newcomers",
    description: "An easy evening at Yela.",
    type: "mission",
    location: "Yela belt, Crusader",
    inDays: -1,
    hour: 19,
    minutes: 150,
    by: FREJA,
    places: 8,
    going: [FREJA, OLIVER, JONAS, ANDERS, CHLOE, JEPPE],
  },
  {
    title: "Refuelling at sea: Starfarer practice",
    description: "Two Starfarers, everybody else comes to be filled up.",
    type: "training",
    location: "Port Tressler, microTech",
    inDays: -6,
    hour: 18,
    minutes: 120,
    by: OLIVER,
    places: 12,
    going: [OLIVER, FREJA, IDA, ANDERS, CHLOE, JEPPE],
  },
];

/** The rows of the demo's events, with times that depend on the seeding. @param userIds by display name */
export function eventRows(
  organizationId: number,
  now: Date,
  userIds: ReadonlyMap<string, number>,
): [table: string, rows: Row[]][] {
  const planned = new Date(now.getTime() - 10 * DAY).toISOString();
  const today = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate());
  const series: Row[] = [];
  const events: Row[] = [];
  const answers: Row[] = [];
  for (const demo of EVENTS) {
    const first = today + demo.inDays * DAY + demo.hour * HOUR;
    const seriesId = demo.everyWeeks ? series.length + 1 : null;
    const dates = datesOf(demo, first);
    if (demo.everyWeeks)
      series.push(seriesRow(demo, seriesId ?? 0, organizationId, first, dates, userIds, planned));
    for (const [at, startsAt] of dates.entries()) {
      const id = events.length + 1;
      const own = at === 0 ? answersOf(demo, id, organizationId, userIds, planned) : [];
      answers.push(...own);
      events.push({
        ...{ id, organization_id: organizationId, series_id: seriesId },
        occurrence: seriesId === null ? null : wallOf(startsAt),
        ...sharedOf(demo, userIds),
        starts_at: new Date(startsAt).toISOString(),
        ends_at: new Date(startsAt + demo.minutes * 60_000).toISOString(),
        time_zone: ZONE,
        status: demo.cancelled ? "cancelled" : "planned",
        cancel_reason: demo.cancelled?.reason ?? null,
        cancelled_by: demo.cancelled?.by ?? null,
        attendees: own.filter((each) => each["answer"] === "going" && each["is_seated"] === 1).length,
        waiting: own.filter((each) => each["answer"] === "going" && each["is_seated"] === 0).length,
        maybe: own.filter((each) => each["answer"] === "maybe").length,
        ...{ created_at: planned, updated_at: planned },
      });
    }
  }
  return [
    ["event_series", series],
    ["events", events],
    ["event_answers", answers],
  ];
}

const sharedOf = (demo: DemoEvent, userIds: ReadonlyMap<string, number>): Row => ({
  ...{ title: demo.title, description: demo.description, type: demo.type, location: demo.location },
  organizer_id: userIds.get(demo.by) ?? null,
  created_by: userIds.get(demo.by) ?? null,
  max_attendees: demo.places ?? null,
  slots: JSON.stringify(demo.slots ?? []),
});

const ruleOf = ({ everyWeeks = 1 }: DemoEvent) => ({
  ...{ every: everyWeeks, unit: "week" as const, ends: { kind: "never" as const } },
});

/** The dates of an event from its first on. */
function datesOf(demo: DemoEvent, first: number): number[] {
  if (!demo.everyWeeks) return [first];
  const dates = occurrencesOf(ruleOf(demo), { start: wallOf(first), timeZone: ZONE }, { limit: AHEAD });
  return dates.map(({ startsAt }) => Date.parse(startsAt));
}

/** The time in Denmark, to the minute, as a series names its dates. */
const wallOf = (instant: number): string =>
  new Intl.DateTimeFormat("sv", { timeZone: ZONE, dateStyle: "short", timeStyle: "short" })
    .format(instant)
    .replace(" ", "T");

function seriesRow(
  demo: DemoEvent,
  id: number,
  organizationId: number,
  first: number,
  dates: readonly number[],
  userIds: ReadonlyMap<string, number>,
  createdAt: string,
): Row {
  const { organizer_id: organizerId, max_attendees: maxAttendees } = sharedOf(demo, userIds);
  const { title, description, type, location } = demo;
  return {
    ...{
      id,
      organization_id: organizationId,
      time_zone: ZONE,
      length_minutes: demo.minutes,
      created_at: createdAt,
    },
    rule: JSON.stringify(ruleOf(demo)),
    start: wallOf(first),
    template: JSON.stringify({
      ...{ title, description, type, location, organizerId, createdBy: organizerId, maxAttendees },
      ...{
        audience: null,
        slots: demo.slots ?? [],
        hasWaitingList: true,
        closesMinutes: 0,
        isMirrored: false,
      },
    }),
    added_to: wallOf(dates.at(-1) ?? first),
  };
}

/** The answers to an event: places go by order of arrival, slot by slot. */
function answersOf(
  demo: DemoEvent,
  eventId: number,
  organizationId: number,
  userIds: ReadonlyMap<string, number>,
  answeredAt: string,
): Row[] {
  const taken = new Map<number | null, number>();
  const ofSlots = demo.slots?.reduce((sum, { seats }) => sum + seats, 0) ?? 0;
  const placesOf = (slotId: number | null) =>
    slotId === null
      ? (demo.places ?? Number.POSITIVE_INFINITY) - ofSlots
      : (demo.slots?.find(({ id }) => id === slotId)?.seats ?? 0);
  const row = (values: Row, at: number): Row => ({
    ...{
      organization_id: organizationId,
      event_id: eventId,
      place: at + 1,
      source: "self",
      answered_at: answeredAt,
    },
    ...{ user_id: null, guest: null, slot_id: null, is_seated: 0, added_by: null, ...values },
  });
  const seat = (slotId: number | null) => {
    const before = taken.get(slotId) ?? 0;
    taken.set(slotId, before + 1);
    return { answer: "going", slot_id: slotId, is_seated: Number(before < placesOf(slotId)) };
  };
  const known = (name: string) => userIds.get(name);
  const going = (demo.going ?? []).flatMap((each) => {
    const [name, slotId] = typeof each === "string" ? [each, null] : each;
    const userId = known(name);
    return userId === undefined ? [] : [{ user_id: userId, ...seat(slotId) }];
  });
  const guests = (demo.guests ?? []).map((guest) => ({
    guest,
    source: "other",
    added_by: demo.by,
    ...seat(null),
  }));
  const maybe = (demo.maybe ?? []).flatMap((name) => {
    const userId = known(name);
    return userId === undefined ? [] : [{ user_id: userId, answer: "maybe" }];
  });
  return [...going, ...guests, ...maybe].map(row);
}
