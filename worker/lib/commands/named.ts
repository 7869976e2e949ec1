import type { Call, Option, Text } from "./command.ts";
import { clip, MOST_OPTIONS, note, plain, type Reply } from "./reply.ts";

/** Records that a note lists. */
const LISTED = "5";
/** Begins the value of the choice that says that there are more than Discord offers; what was typed follows. */
const REST = "…";

const NONE: Text = {
  en: "I found nothing by “{q}” that you can choose.",
  da: "Jeg fandt intet med “{q}”, som du kan vælge.",
};
const SEVERAL: Text = {
  en: "Several were found by “{q}”. Choose one from the list that Discord shows while you type, or here:",
  da: "Flere blev fundet med “{q}”. Vælg fra listen, som Discord viser, mens du skriver, eller her:",
};
const REST_OFFERED: Text = {
  en: "… and more: type more of the name",
  da: "… og flere: skriv mere af navnet",
};
const REST_LISTED: Text = {
  en: "There are more than these: type more of the name, and choose from the list that Discord shows.",
  da: "Der er flere end disse: skriv mere af navnet, og vælg fra listen, som Discord viser.",
};

/** Records of which a user chooses one while they type its name. */
export type Named<Found extends { id: number }> = {
  /** Asks the route of one. */
  get: (call: Call, id: number) => Promise<Found>;
  /** Asks the route that lists them by what was typed, with the most that it answers. */
  list: (call: Call, q: string, limit: string) => Promise<{ items: readonly Found[]; next: string | null }>;
  /** The label of a record in Discord's list and on a button. */
  label: (call: Call, found: Found) => string;
};

/** The option in which the user does so. */
export const namedOption = <Found extends { id: number }>(
  { list, label }: Named<Found>,
  name: Text,
  description: Text,
  most: number,
): Option => ({
  ...{ name, description, isRequired: true, most },
  async complete(call, typed) {
    const { items, next } = await list(call, typed, `${MOST_OPTIONS}`);
    const choices = items.map((each) => ({ name: label(call, each), value: `${each.id}` }));
    if (next === null) return choices;
    const rest = { name: call.say(REST_OFFERED), value: clip(REST + typed, Math.min(most, 100)) };
    return [...choices.slice(0, MOST_OPTIONS - 1), rest];
  },
});

/**
 * Shows the record that a user chose, or the only one that was found by what they typed instead. A note says that there is
 * none, or has the first of several as buttons of the command's action `show`, and says where there are more.
 */
export async function showNamed<Found extends { id: number }>(
  call: Call,
  { get, list, label }: Named<Found>,
  typed: string,
  show: (call: Call, found: Found) => Reply | Promise<Reply>,
): Promise<Reply> {
  // Fewer digits than a Discord id has: a choice.
  if (/^\d{1,14}$/.test(typed)) return show(call, await get(call, Number(typed)));
  const q = typed.startsWith(REST) ? typed.slice(REST.length) : typed;
  const { items, next } = await list(call, q, LISTED);
  const [only, second] = items;
  // A list may answer less of a record than its own route.
  if (only && !second) return show(call, await get(call, only.id));
  const buttons = items.map((each) => ({ label: label(call, each), action: "show", given: { id: each.id } }));
  const found = call.say(only ? SEVERAL : NONE, { q: plain(q, 100) });
  const rest = only && next !== null ? [call.say(REST_LISTED)] : [];
  return note([...(only && q === "" ? [] : [found]), ...rest].join("\n"), buttons);
}
