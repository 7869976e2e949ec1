import type { Command } from "../../lib/commands/command.ts";
import type { Feature } from "../../lib/feature.ts";
import type { Control } from "./interactions.table.ts";

/** All commands of the features, by their English names. */
export const commandsOf = (features: readonly Feature[]): ReadonlyMap<string, Command> =>
  new Map(
    features
      .flatMap(({ commands = [] }) => (typeof commands === "function" ? commands(features) : commands))
      .map((each) => [each.name.en, each]),
  );

/** The `custom_id` of a control of a message for everybody: the kind of record, its id, and the action. */
const PUBLIC = /^p:([a-z]{1,20}):(\d{1,14}):([a-z]{1,20})$/;

/** The action of a control of a message for everybody; null for another control. Only the person sees its answer. */
export function publicControl(features: readonly Feature[], customId: string): Control | null {
  const [, subject = "", id, name = ""] = PUBLIC.exec(customId) ?? [];
  const cards = new Map(features.flatMap(({ announcements }) => Object.entries(announcements?.cards ?? {})));
  const press = new Map(Object.entries(cards.get(subject)?.presses ?? {})).get(name);
  return press ? [...press, { id: Number(id), isNew: true }] : null;
}
