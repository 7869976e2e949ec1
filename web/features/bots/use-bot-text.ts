import type { Bot } from "../../../worker/features/bots/bots.schema.ts";
import { useT } from "../../lib/i18n/i18n.ts";
import { type Blocked, blockedBy, durationOf, type RunAction, sinceLine, troubleOf } from "./bot-state.ts";
import { useBotsShared } from "./bots-context.ts";

/** What is said of a bot, in the reader's language. */
export function useBotText() {
  const t = useT();
  const { gateway, now } = useBotsShared();
  const blockedText = (blocked: Blocked | null, { name, framework }: Bot) =>
    blocked ? t(`bots.blocked.${blocked}`, { name, framework }) : null;
  return {
    /** Why an action is not possible, as a sentence; null when it is. */
    reason: (action: RunAction, bot: Bot) => blockedText(blockedBy(action, bot, gateway), bot),
    /** Since when it is as it is. */
    since: (bot: Bot) => {
      const { unit, a, b } = durationOf(now - Date.parse(bot.statusSince));
      const duration = t(`bots.duration.${unit}`, { a, b });
      return t(`bots.since.${sinceLine(bot)}`, { duration, restarts: bot.restarts });
    },
    /** What went wrong and what to do about it; null when nothing did. */
    trouble: (bot: Bot) => {
      const trouble = troubleOf(bot);
      return trouble ? t(`bots.reason.${trouble}`, { framework: bot.framework }) : null;
    },
  };
}
