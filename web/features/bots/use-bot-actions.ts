import { useCallback, useRef, useState } from "react";
import type { Bot } from "../../../worker/features/bots/bots.schema.ts";
import { tellFailure } from "../../lib/failure.ts";
import { translate } from "../../lib/i18n/i18n.ts";
import { toast } from "../../lib/toast.ts";
import type { RunAction } from "./bot-state.ts";
import { bots, runBot, syncMembers } from "./bots.api.ts";

type Pending = RunAction | "autoStart";

async function perform(bot: Bot, action: RunAction): Promise<void> {
  if (action === "sync") {
    const { added, updated, left, unchanged } = await syncMembers(bot);
    return toast({
      title: translate("bots.synced"),
      description: translate("bots.synced_text", { added, updated, left, unchanged }),
    });
  }
  const { status, name } = await runBot(bot, action);
  toast({
    title: translate("bots.updated"),
    description: translate(`bots.now.${status}`, { name }),
  });
}

/** Starts, stops and the like, one at a time for each bot: a second press before the answer does nothing. */
export function useBotActions() {
  const busy = useRef(new Map<number, Pending>());
  const [pending, setPending] = useState<ReadonlyMap<number, Pending>>(new Map());
  const once = useCallback(async (bot: Bot, what: Pending, work: () => Promise<void>) => {
    if (busy.current.has(bot.id)) return;
    busy.current.set(bot.id, what);
    setPending(new Map(busy.current));
    try {
      await work();
    } catch (error) {
      tellFailure(error, { title: translate("bots.failed") });
    } finally {
      busy.current.delete(bot.id);
      setPending(new Map(busy.current));
    }
  }, []);
  const run = useCallback(
    (bot: Bot, action: RunAction) => void once(bot, action, () => perform(bot, action)),
    [once],
  );
  const switchAutoStart = useCallback(
    (bot: Bot, autoStart: boolean) =>
      void once(bot, "autoStart", async () => {
        await bots.edit(bot, { call: "/auto-start", body: { autoStart }, patch: { autoStart } });
        toast({
          title: translate("bots.auto_start_updated"),
          description: translate(autoStart ? "bots.auto_start_on" : "bots.auto_start_off", {
            name: bot.name,
          }),
        });
      }),
    [once],
  );
  const pendingOf = useCallback((bot: Bot) => pending.get(bot.id) ?? null, [pending]);
  return { run, switchAutoStart, pendingOf };
}
