import type { Bot, BotStatus } from "../../../worker/features/bots/bots.schema.ts";
import type { Tone } from "../../lib/format.ts";
import type { Translate } from "../../lib/i18n/i18n.ts";

const TONES: Record<BotStatus, Tone> = {
  running: "go",
  starting: "wait",
  stopping: "wait",
  error: "stop",
  inactive: "idle",
};

/** Colour and name of a bot's status; an unknown status counts as offline. */
export function botStatus(status: BotStatus, t: Translate): { tone: Tone; label: string } {
  const known = status in TONES ? status : "inactive";
  return { tone: TONES[known], label: t(`bot.status.${known}`) };
}

/** Whether a bot was ever started: until then its status is as old as the bot. */
export const hasRun = ({ statusSince, createdAt }: Pick<Bot, "statusSince" | "createdAt">): boolean =>
  statusSince !== createdAt;
