import { type Call, type ChatCommand, idOf, type Text } from "../../lib/commands/command.ts";
import {
  type Button,
  card,
  type Field,
  form,
  type Item,
  plain,
  type Reply,
} from "../../lib/commands/reply.ts";
import { dayOf, dayText, typedDay } from "../../lib/days.ts";
import { invalidField } from "../../lib/validation.ts";
import { covered } from "./attached.ts";
import * as routes from "./leave.routes.ts";
import { type Leave, NOTE_LENGTH } from "./leave.schema.ts";
import { leaveSentences } from "./leave.texts.ts";

const TEXTS = {
  name: { en: "away", da: "fravær" },
  description: {
    en: "Say when you are away, or show what you have said",
    da: "Meld fravær, eller vis det, du har meldt",
  },
  from: { en: "from", da: "fra" },
  fromHint: {
    en: "First day, as 2026-12-03 or 3.12. Without it: today",
    da: "Første dag, som 2026-12-03 eller 3.12. Uden: i dag",
  },
  until: { en: "until", da: "til" },
  untilHint: { en: "Last day. Without it: the first", da: "Sidste dag. Uden: den første" },
  covers: {
    en: "You have signed up for events on these days. Others can take your place if you withdraw:",
    da: "Du er tilmeldt begivenheder på de dage. Andre kan få din plads, hvis du melder fra:",
  },
  note: { en: "note", da: "note" },
  noteHint: {
    en: "Read by you and those who manage members.",
    da: "Læses af dig og dem, der redigerer medlemmer.",
  },
  title: { en: "Away", da: "Fravær" },
  none: { en: "No time away planned", da: "Intet fravær planlagt" },
  days: { en: "{from} to {to}", da: "{from} til {to}" },
  back: { en: "I am back", da: "Jeg er tilbage" },
  remove: { en: "Remove", da: "Fjern" },
  add: { en: "Say when you are away", da: "Meld fravær" },
  open: { en: "Open", da: "Åbn" },
  firstDay: { en: "First day", da: "Første dag" },
  lastDay: { en: "Last day", da: "Sidste dag" },
  noteField: { en: "Note (optional)", da: "Note (valgfri)" },
  dayHint: { en: "As 2026-12-03 or 3.12", da: "Som 2026-12-03 eller 3.12" },
} as const satisfies Record<string, Text>;

const SHOWN = 6;
const DAY_LENGTH = 10;

function daysOf(call: Call, { from, to }: Leave): string {
  const days = { from: dayText(from, call.language), to: dayText(to, call.language) };
  return from === to ? days.from : call.say(TEXTS.days, days);
}

/** The caller's own leaves. */
async function list(call: Call, also: readonly Item[] = []): Promise<Reply> {
  const query = { userId: `${call.actor.userId}`, limit: `${SHOWN}` };
  const { items, next } = await call.ask(routes.listLeavesRoute, { query });
  const end = ({ id, from }: Leave): Button => {
    const label = from <= dayOf(call.now) ? TEXTS.back : TEXTS.remove;
    return { label: call.say(label), action: "end", given: { id } };
  };
  return card({
    title: call.say(TEXTS.title),
    lines: items.length === 0 ? [call.say(TEXTS.none)] : [],
    items: [
      ...items.map((each) => ({
        lines: [`**${daysOf(call, each)}**`, ...(each.note ? [plain(each.note)] : [])],
        ...(each.can.change ? { button: end(each) } : {}),
      })),
      ...also,
    ],
    note: call.more(next !== null),
    buttons: [
      { label: call.say(TEXTS.add), action: "write", style: "main" },
      { label: call.say(TEXTS.open), href: call.link("/account/away") },
    ],
  });
}

type Typed = { from?: unknown; until?: unknown; note?: unknown };

async function add(call: Call, { from, until, note }: Typed): Promise<Reply> {
  const today = dayOf(call.now);
  const read = (field: Text, text: unknown, otherwise: string): string => {
    const day = text ? typedDay(`${text}`, today) : otherwise;
    if (day === null) throw invalidField(call.say(field), call.language, leaveSentences.leave_typed);
    return day;
  };
  const first = read(TEXTS.firstDay, from, today);
  const body = { from: first, to: read(TEXTS.lastDay, until, first), note: note ? `${note}` : null };
  await call.ask(routes.addLeaveRoute, { body });
  const events = await covered(call, body);
  return list(call, events.length > 0 ? [{ lines: [call.say(TEXTS.covers)] }, ...events] : []);
}

function write(call: Call): Reply {
  const day = {
    type: "line",
    most: DAY_LENGTH,
    placeholder: call.say(TEXTS.dayHint),
    isRequired: true,
  } as const;
  const note: Field = { id: "note", label: call.say(TEXTS.noteField), type: "text", most: NOTE_LENGTH };
  return form({
    title: call.say(TEXTS.add),
    action: "add",
    fields: [
      { id: "from", label: call.say(TEXTS.firstDay), ...day },
      { id: "until", label: call.say(TEXTS.lastDay), ...day },
      { ...note, description: call.say(TEXTS.noteHint) },
    ],
  });
}

/** The caller's leaves. */
export const awayCommand: ChatCommand = {
  ...{ kind: "chat", name: TEXTS.name, description: TEXTS.description, isOwn: true },
  needs: [routes.addLeaveRoute],
  options: [
    { name: TEXTS.from, description: TEXTS.fromHint, most: DAY_LENGTH },
    { name: TEXTS.until, description: TEXTS.untilHint, most: DAY_LENGTH },
    { name: TEXTS.note, description: TEXTS.noteHint, most: NOTE_LENGTH },
  ],
  run: (call, options) => (options["from"] || options["until"] ? add(call, options) : list(call)),
  actions: {
    show: (call) => list(call),
    write: async (call) => {
      await call.enter(routes.addLeaveRoute);
      return write(call);
    },
    add: (call, _, values) => add(call, values),
    end: async (call, given) => {
      await call.ask(routes.endLeaveRoute, { id: idOf(given) });
      return list(call);
    },
  },
};
