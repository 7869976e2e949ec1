import { type Action, type Call, type ChatCommand, idOf } from "../../lib/commands/command.ts";
import { card, type Item, type Press, plain, type Reply } from "../../lib/commands/reply.ts";
import { addDays } from "../../lib/days.ts";
import { cancelledLine, countsOf, drawn, linesOf, optionsOf, PAGE, when } from "./events.card.ts";
import { EVENT_COMMAND_TEXTS as TEXTS } from "./events.commands.texts.ts";
import * as routes from "./events.routes.ts";
import type { Event } from "./events.schema.ts";
import { stateOf } from "./state.schema.ts";

const SHOWN = 6;
/** Events that a leave covers and that are named. */
const MOST_COVERED = 4;

/** How many go, and what the event is to the caller. Of a cancelled one nobody goes. */
function standing(call: Call, event: Event): string[] {
  const { own, slots } = event;
  const state = stateOf(event);
  if (state === "cancelled") return [cancelledLine(call, event)];
  const counted = countsOf(call, event);
  if (state === "open") return [counted];
  const sentence = `**${call.say(TEXTS[`own_${state}`], { number: own?.number ?? 0 })}**`;
  const { slotId, number } = own?.waitsFor ?? { slotId: null, number: 0 };
  const slot = slots.find(({ id }) => id === slotId)?.name;
  if (state !== "going" || number === 0) return [counted, sentence];
  const waits = call.say(slot ? TEXTS.own_waits : TEXTS.own_waits_any, { number, slot: plain(slot ?? "") });
  return [counted, sentence, waits];
}

/** @param left the event before the caller gave a place up, which they can take back */
function show(call: Call, event: Event, left: Event | null = null): Reply {
  const { id, own, can, slots } = event;
  const given = { id };
  const press = (action: "join" | "maybe" | "decline" | "leave", isShown: boolean): Press[] =>
    can.answer && isShown ? [{ label: call.say(TEXTS[action]), action, given }] : [];
  return card({
    ...drawn(call, event),
    lines: [
      ...linesOf(call, event),
      ...(event.status === "cancelled" ? [] : standing(call, event)),
      left && call.say(TEXTS.gave_up),
    ],
    menu:
      can.answer && slots.length > 0
        ? { placeholder: call.say(TEXTS.slot), action: "join", given, options: optionsOf(slots) }
        : undefined,
    buttons: [
      left && can.answer
        ? {
            label: call.say(TEXTS.take_back),
            action: "join",
            given: { id, slotId: left.own?.slotId ?? null, wait: false },
          }
        : null,
      ...press("join", !left && slots.length === 0 && own?.answer !== "going"),
      ...press("maybe", own?.answer !== "maybe"),
      ...press("decline", own?.answer !== "declined"),
      ...press("leave", own?.answer === "going" || own?.answer === "maybe"),
      { label: call.say(TEXTS.open), href: call.link(`${PAGE}&event=${id}`) },
    ],
  });
}

/** Answers otherwise, and says where that gave a place up. */
const answers =
  (answer: "maybe" | "declined" | "withdrawn"): Action =>
  async (call, given) => {
    const id = idOf(given);
    const before = await call.ask(routes.getEventRoute, { id });
    const after =
      answer === "withdrawn"
        ? await call.ask(routes.leaveEventRoute, { id })
        : await call.ask(routes.answerEventRoute, { id, body: { answer } });
    return show(call, after, before.own?.isSeated ? before : null);
  };

/** The events of some days to which the caller goes or for which they wait, each to withdraw from. */
export async function coveredEvents(call: Call, { from, to }: { from: string; to: string }): Promise<Item[]> {
  const query = { from: `${from}T00:00:00.000Z`, to: `${addDays(to, 1)}T00:00:00.000Z` };
  if (!(await call.may(routes.listStripRoute))) return [];
  const strip = await call.ask(routes.listStripRoute, { query });
  return strip.events
    .filter(({ mark, startsAt }) => /going|waiting/.test(mark) && startsAt > call.now.toISOString())
    .slice(0, MOST_COVERED)
    .map((each) => ({
      lines: [`**${plain(each.title, 80)}**`, when(each)],
      button: {
        label: call.say(TEXTS.leave),
        action: "leave",
        command: "events",
        isNew: true,
        given: { id: each.id },
      },
    }));
}

/** Upcoming events, and answers to them. */
export const eventsCommand: ChatCommand = {
  kind: "chat",
  name: TEXTS.name,
  description: TEXTS.description,
  needs: [routes.listEventsRoute],
  async run(call) {
    const { items, next } = await call.ask(routes.listEventsRoute, { query: { limit: `${SHOWN}` } });
    return card({
      title: call.say(TEXTS.title),
      lines: items.length === 0 ? [call.say(TEXTS.none)] : [],
      items: items.map((each) => ({
        lines: [
          `**${plain(each.title, 80)}**`,
          each.status === "ongoing" ? `${call.say(TEXTS.goes_on)} · ${when(each)}` : when(each),
          ...standing(call, each),
        ],
        button: { label: call.say(TEXTS.open), action: "show", given: { id: each.id } },
      })),
      note: call.more(next !== null),
      buttons: [{ label: call.say(TEXTS.openAll), href: call.link(PAGE) }],
    });
  },
  actions: {
    show: async (call, given) => show(call, await call.ask(routes.getEventRoute, { id: idOf(given) })),
    join: async (call, given, { chosen }) => {
      const { slotId, wait } = given;
      const body = chosen
        ? { slotId: Number(chosen) }
        : wait === false
          ? { slotId: slotId === null ? null : Number(slotId), wait }
          : {};
      return show(call, await call.ask(routes.joinEventRoute, { id: idOf(given), body }));
    },
    maybe: answers("maybe"),
    decline: answers("declined"),
    leave: answers("withdrawn"),
  },
};
