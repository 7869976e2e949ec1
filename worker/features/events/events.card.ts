import { eq, sql } from "drizzle-orm";
import type { PublicCard } from "../../lib/announcements.ts";
import type { Speaker } from "../../lib/commands/command.ts";
import { card, plain } from "../../lib/commands/reply.ts";
import { timestamp } from "../../lib/times.schema.ts";
import { EVENT_COMMAND_TEXTS as TEXTS } from "./events.commands.texts.ts";
import { answerRefusal } from "./events.policy.ts";
import { eventRecord, toEvent } from "./events.rows.ts";
import type { Event, EventAnswer } from "./events.schema.ts";
import { eventAnswers, events } from "./events.table.ts";
import { TYPE_TEXTS } from "./events.texts.ts";

export const PAGE = "/organization?tab=events";

export const when = ({ startsAt }: Pick<Event, "startsAt">): string =>
  `${timestamp(startsAt)} ${timestamp(startsAt, "R")}`;

/** How many go, of how many places, and how many wait. */
export function countsOf(
  call: Speaker,
  { attendees, maxAttendees, waiting }: Pick<Event, "attendees" | "maxAttendees" | "waiting">,
): string {
  const taken = { count: attendees, taken: attendees, most: maxAttendees ?? 0 };
  const counted = call.say(maxAttendees === null ? TEXTS.going : TEXTS.places, taken);
  return waiting > 0 ? `${counted}, ${call.say(TEXTS.waiting, { count: waiting })}` : counted;
}

export const drawn = (call: Speaker, { id, title, status }: Event) => ({
  title: plain(title, 120),
  href: call.link(`${PAGE}&event=${id}`),
  note: call.say(TEXTS.zone),
  isIdle: status === "cancelled" || status === "completed",
});

/** That an event is cancelled, and why. */
export const cancelledLine = (call: Speaker, { cancelReason }: Pick<Event, "cancelReason">): string =>
  call.say(TEXTS.cancelled, { reason: plain(cancelReason ?? "") });

/** What an event says of itself. */
export function linesOf(call: Speaker, event: Event): string[] {
  const { organizer, status } = event;
  const type = call.say(TYPE_TEXTS[event.type]);
  return [
    organizer ? call.say(TEXTS.by, { type, name: plain(organizer.displayName) }) : type,
    when(event),
    plain(event.location),
    status === "cancelled" ? cancelledLine(call, event) : "",
    plain(event.description, 400),
  ];
}

export const optionsOf = (slots: Event["slots"]) =>
  slots.map(({ id, name, ship }) => ({ label: name, value: `${id}`, description: ship ?? "" }));

type Counted = { slotId: number | null; answer: EventAnswer; isSeated: 0 | 1; count: number; wants: string };

/** An event for everybody, with how many have answered what. */
export const publicEvent: PublicCard = {
  presses: {
    // Two controls of a message never have the same id.
    join: ["events", "join"],
    slot: ["events", "join"],
    maybe: ["events", "maybe"],
    decline: ["events", "decline"],
  },
  async draw(context, id, speaker) {
    const [row] = await eventRecord.find(context, eq(events.id, id));
    if (!row) return null;
    const event = toEvent(row, context);
    const counted = await context.db.all<Counted>(sql`select slot_id as slotId, answer, is_seated as isSeated,
      count(*) as count, json_group_array(wanted_slot_id) filter (where wanted_place is not null) as wants
      from ${eventAnswers} where event_id = ${id} group by 1, 2, 3`);
    const wanted = counted.flatMap(({ answer, wants }) =>
      answer === "going" ? (JSON.parse(wants) as (number | null)[]) : [],
    );
    const count = (matches: (each: Counted) => boolean) =>
      counted.filter(matches).reduce((sum, each) => sum + each.count, 0);
    const { slots } = event;
    const slotLines = slots.map((slot) => {
      const going = (isSeated: 0 | 1) =>
        count((each) => each.slotId === slot.id && each.answer === "going" && each.isSeated === isSeated);
      const waiting = going(0) + wanted.filter((slotId) => slotId === slot.id).length;
      const counts = { attendees: going(1), maxAttendees: slot.seats, waiting };
      return `**${plain(slot.name)}** ${countsOf(speaker, counts)}`;
    });
    const press = (action: "join" | "maybe" | "decline", number: number) => ({
      label: number > 0 ? `${speaker.say(TEXTS[action])} · ${number}` : speaker.say(TEXTS[action]),
      action,
      style: action === "join" ? ("good" as const) : undefined,
    });
    const isOpen = answerRefusal(row, context.now) === null;
    const isOver = event.status === "cancelled" || event.status === "completed";
    return card({
      ...drawn(speaker, event),
      lines: [...linesOf(speaker, event), ...slotLines, !isOver && countsOf(speaker, event)],
      menu:
        isOpen && slots.length > 0
          ? { placeholder: speaker.say(TEXTS.slot), action: "slot", options: optionsOf(slots) }
          : undefined,
      buttons: [
        isOpen && press("join", event.attendees),
        isOpen && press("maybe", event.maybe),
        isOpen &&
          press(
            "decline",
            count(({ answer }) => answer === "declined"),
          ),
        { label: speaker.say(TEXTS.open), href: drawn(speaker, event).href },
      ],
    });
  },
};
