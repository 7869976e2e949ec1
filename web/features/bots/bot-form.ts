import type * as z from "zod/mini";
import type { createBotInput } from "../../../worker/features/bots/bots.schema.ts";

/** What the form for a new bot holds, before it is checked. */
export type BotForm = z.input<typeof createBotInput>;

export const EMPTY_BOT = {
  name: "",
  description: "",
  token: "",
  clientId: "",
  framework: "discord.js",
  inviteUrl: "",
} as const satisfies BotForm;

/** The form as the call takes it: trimmed, and what was left empty is not sent. The name is always sent. */
export function toInput(form: BotForm): BotForm {
  const filled = Object.entries(form)
    .map(([field, value]) => [field, typeof value === "string" ? value.trim() : value])
    .filter(([, value]) => value !== "" && value !== null && value !== undefined);
  return { name: "", ...Object.fromEntries(filled) };
}

/** Whether a field of the form goes by that name, as the server names it in an answer. */
export function isBotField(name: string): name is keyof typeof EMPTY_BOT {
  return Object.hasOwn(EMPTY_BOT, name);
}

/** What the settings of a bot hold besides its secrets. */
export type GeneralFields = { name: string; description: string; clientId: string };

/** A bot's settings as a form holds them. */
export function generalFields({
  name,
  description,
  clientId,
}: {
  name: string;
  description: string | null;
  clientId: string | null;
}): GeneralFields {
  return { name, description: description ?? "", clientId: clientId ?? "" };
}

/** Whether a field of the settings goes by that name. */
export function isGeneralField(name: string): name is keyof GeneralFields {
  return name === "name" || name === "description" || name === "clientId";
}

/** The settings that differ between two readings of a bot. */
export function changedFields(
  before: Parameters<typeof generalFields>[0],
  after: Parameters<typeof generalFields>[0],
): (keyof GeneralFields)[] {
  const [was, is] = [generalFields(before), generalFields(after)];
  return (["name", "description", "clientId"] as const).filter((field) => was[field] !== is[field]);
}
