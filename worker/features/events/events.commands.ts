import { type Action, type Call, type ChatCommand, idOf } from "../../lib/commands/command.ts";
import { card, type Press, plain, type Reply } from "../../lib/commands/reply.ts";
import { countsOf, drawn, linesOf, optionsOf, PAGE, when } from "./events.card.ts";
import { EVENT_COMMAND_TEXTS as TEXTS } from "./events.commands.texts.ts";
import * as routes from "./events.routes.ts";
import type { Event } from "./events.schema.ts";

const SHOWN = 6;
function standing(call: Call, { own, attendees, maxAttendees, waiting }: Event): string[] {
  const counted = countsOf(call, { attendees, maxAttendees, waiting });
  if (!own || own.answer === "withdrawn") return [counted];
  const answer = own.answer === "going" ? (own.isSeated ? "seated" : "queued") : own.answer;
  return [counted, `**${call.say(TEXTS[`own_${answer}`], { number: own.number ?? 0 })}**`];
}

function show(call: Call, event: Event): Reply {
  const { id, own, can, slots } = event;
  const given = { id };
  const press = (action: "join" | "maybe" | "decline" | "leave", isShown: boolean): Press[] =>
    can.answer && isShown ? [{ label: call.say(TEXTS[action]), action, given }] : [];
  return card({
    ...drawn(call, event),
    lines: [...linesOf(call, event), ...standing(call, event)],
    menu:
      can.answer && slots.length > 0
        ? { placeholder: call.say(TEXTS.slot), action: "join", given, options: optionsOf(slots) }
        : undefined,
    buttons: [
      ...press("join", slots.length === 0 && own?.answer !== "going"),
      ...press("maybe", own?.answer !== "maybe"),
      ...press("decline", own?.answer !== "declined"),
      ...press("leave", own?.answer === "going" || own?.answer === "maybe"),
      { label: call.say(TEXTS.open), href: call.link(`${PAGE}&event=${id}`) },
    ],
  });
}

const answers =
  (answer: "maybe" | "declined"): Action =>
  async (call, given) =>
    show(call, await call.ask(routes.answerEventRoute, { id: idOf(given), body: { answer } }));

/** What comes next, and answers to it. */
export const eventsCommand: ChatCommand = {
  ...{ kind: "chat", name: TEXTS.name, description: TEXTS.description, needs: [routes.listEventsRoute] },
  async run(call) {
    const { items, next } = await call.ask(routes.listEventsRoute, { query: { limit: `${SHOWN}` } });
    return card({
      title: call.say(TEXTS.title),
      lines: items.length === 0 ? [call.say(TEXTS.none)] : [],
      items: items.map((each) => ({
        lines: [`**${plain(each.title, 80)}**`, when(each), ...standing(call, each)],
        button: { label: call.say(TEXTS.open), action: "show", given: { id: each.id } },
      })),
      note: call.more(next !== null),
      buttons: [{ label: call.say(TEXTS.openAll), href: call.link(PAGE) }],
    });
  },
  actions: {
    show: async (call, given) => show(call, await call.ask(routes.getEventRoute, { id: idOf(given) })),
    join: async (call, given, { chosen }) => {
      const slotId = chosen ? Number(chosen) : null;
      return show(call, await call.ask(routes.joinEventRoute, { id: idOf(given), body: { slotId } }));
    },
    maybe: answers("maybe"),
    decline: answers("declined"),
    leave: async (call, given) => show(call, await call.ask(routes.leaveEventRoute, { id: idOf(given) })),
  },
};
