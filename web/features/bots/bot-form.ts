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
