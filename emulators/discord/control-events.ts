import type { Call, Input } from "./control-input.ts";
import type { DiscordEmulator } from "./emulator.ts";
import { ControlError } from "./guild-inputs.ts";

/** Control calls for scheduled events. Where Discord's routes take fields, these take the same beside `eventId`. */
export const eventCalls: Record<string, Call> = {
  "scheduled-events/create": ({ guild }, input) =>
    guild.events.create(input.without("userId"), input.some<{ userId?: string }>({ userId: "text" }).userId),
  "scheduled-events/edit": ({ guild }, input) =>
    guild.events.edit(input.text("eventId"), input.without("eventId")),
  "scheduled-events/cancel": ({ guild }, input) => guild.events.cancel(input.text("eventId")),
  "scheduled-events/delete": ({ guild }, input) => guild.events.delete(input.text("eventId")),
  "scheduled-events/interest/add": ({ guild }, input) =>
    guild.events.addInterest(input.text("eventId"), input.text("userId")),
  "scheduled-events/interest/remove": ({ guild }, input) =>
    guild.events.removeInterest(input.text("eventId"), input.text("userId")),
  "scheduled-events/fill": ({ guild }, input) =>
    guild.events.fill(input.some<{ count?: number }>({ count: "number" }).count),
  "scheduled-events/advance": ({ guild }, input) => guild.events.advance(timeOf(input)),
  "scheduled-events/permit": ({ guild }, input) =>
    guild.permitEvents(
      input.some({ create: "boolean", manage: "boolean" }),
      input.some<{ role?: string }>({ role: "text" }).role,
    ),
};

/** Answers the control call that lists all events with who is interested in them. */
export function events({ guild }: DiscordEmulator): unknown {
  return guild.events.all();
}

function timeOf(input: Input): number {
  const time = Date.parse(input.text("at"));
  if (Number.isNaN(time)) throw new ControlError("at must be a time");
  return time;
}
