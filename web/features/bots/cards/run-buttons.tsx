import type { Bot } from "../../../../worker/features/bots/bots.schema.ts";
import { useT } from "../../../lib/i18n/i18n.ts";
import { Button } from "../../../ui/button.tsx";
import { RUN_ACTIONS } from "../bot-state.ts";
import { useBotsShared } from "../bots-context.ts";
import { useBotText } from "../use-bot-text.ts";

/** Start, Stop and Restart of one bot, and Sync members where it reads the members and there is room. */
export function RunButtons({ bot, withSync = false }: { bot: Bot; withSync?: boolean }) {
  const t = useT();
  const text = useBotText();
  const { pendingOf, run } = useBotsShared();
  const pending = pendingOf(bot);
  const isStartWanted = (bot.status === "inactive" || bot.status === "error") && bot.can.run;
  const actions = RUN_ACTIONS.filter((action) => action !== "sync" || withSync);
  return actions.map((action) => {
    const reason = text.reason(action, bot);
    return (
      <Button
        key={action}
        size="s"
        aria-label={`${t(`bots.action.${action}`)}: ${bot.name}`}
        variant={action === "start" && isStartWanted && !reason ? "primary" : "default"}
        reason={pending ? null : reason}
        pending={pending === action}
        onClick={() => {
          if (pending === null) run(bot, action);
        }}
      >
        {t(`bots.action.${action}`)}
      </Button>
    );
  });
}
