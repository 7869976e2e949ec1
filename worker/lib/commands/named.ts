import type { Call, Option, Text } from "./command.ts";
import { note, plain, type Reply } from "./reply.ts";

/** Records that Discord offers while a user types, and those that a note lists. */
const OFFERED = "25";
const LISTED = "5";

const NONE: Text = {
  en: "I found nothing by “{q}” that you can choose.",
  da: "Jeg fandt intet med “{q}”, som du kan vælge.",
};
const SEVERAL: Text = {
  en: "Several were found by “{q}”. Choose one from the list that Discord shows while you type, or here:",
  da: "Flere blev fundet med “{q}”. Vælg fra listen, som Discord viser, mens du skriver, eller her:",
};

/** Records of which a user chooses one while they type its name. */
export type Named<Found extends { id: number }> = {
  /** Asks the route of one. */
  get: (call: Call, id: number) => Promise<Found>;
  /** Asks the route that lists them by what was typed, with the most that it answers. */
  list: (call: Call, q: string, limit: string) => Promise<{ items: readonly Found[] }>;
  /** What Discord's list and a button say of one, as it is. */
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
    const { items } = await list(call, typed, OFFERED);
    return items.map((each) => ({ name: label(call, each), value: `${each.id}` }));
  },
});

/**
 * Shows the record that a user chose, or the only one that was found by what they typed instead. A note says that there is
 * none, or has the first of several as buttons of the command's action `show`.
 */
export async function showNamed<Found extends { id: number }>(
  call: Call,
  { get, list, label }: Named<Found>,
  typed: string,
  show: (call: Call, found: Found) => Reply | Promise<Reply>,
): Promise<Reply> {
  // Fewer digits than a Discord id has: a choice.
  if (/^\d{1,14}$/.test(typed)) return show(call, await get(call, Number(typed)));
  const { items } = await list(call, typed, LISTED);
  const [only, second] = items;
  if (only && !second) return show(call, only);
  const buttons = items.map((each) => ({ label: label(call, each), action: "show", given: { id: each.id } }));
  return note(call.say(only ? SEVERAL : NONE, { q: plain(typed, 100) }), buttons);
}
