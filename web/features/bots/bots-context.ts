import { createContext, use, useState } from "react";
import type { Bot, GatewayStatus } from "../../../worker/features/bots/bots.schema.ts";
import { tellFailure } from "../../lib/failure.ts";
import { translate, useT } from "../../lib/i18n/i18n.ts";
import { toast } from "../../lib/toast.ts";
import { blockedBy, durationOf, isForAdministrators, type RunAction, sinceLine } from "./bot-state.ts";
import { bots, runBot, syncMembers } from "./bots.api.ts";

type Pending = RunAction | "autoStart";

async function perform(bot: Bot, action: RunAction): Promise<void> {
  if (action === "sync") {
    const { added, updated, left, unchanged } = await syncMembers(bot);
    const description = translate("bots.synced_text", { added, updated, left, unchanged });
    return toast({ title: translate("bots.synced"), description });
  }
  const { status, name } = await runBot(bot, action);
  toast({ title: translate("bots.updated"), description: translate(`bots.now.${status}`, { name }) });
}

/** Starts, stops and the like, one at a time for each bot: a second press before the answer does nothing. */
export function useBotActions() {
  const [pending, setPending] = useState<Record<number, Pending | null>>({});
  const once = async (bot: Bot, what: Pending, work: () => Promise<void>) => {
    if (pending[bot.id]) return;
    setPending((known) => ({ ...known, [bot.id]: what }));
    try {
      await work();
    } catch (error) {
      tellFailure(error, { title: translate("bots.failed") });
    } finally {
      setPending((known) => ({ ...known, [bot.id]: null }));
    }
  };
  return {
    /** What is being asked of a bot just now. */
    pendingOf: (bot: Bot) => pending[bot.id] ?? null,
    run: (bot: Bot, action: RunAction) => void once(bot, action, () => perform(bot, action)),
    switchAutoStart: (bot: Bot, autoStart: boolean) =>
      void once(bot, "autoStart", async () => {
        await bots.edit(bot, { call: "/auto-start", body: { autoStart }, patch: { autoStart } });
        const text = autoStart ? "bots.auto_start_on" : "bots.auto_start_off";
        toast({
          title: translate("bots.auto_start_updated"),
          description: translate(text, { name: bot.name }),
        });
      }),
  };
}

/** What every part of the page that shows a bot needs. */
type BotsShared = ReturnType<typeof useBotActions> & {
  gateway: GatewayStatus | undefined;
  now: number;
  askToDelete: (bot: Bot) => void;
  askToMakeCrm: (bot: Bot) => void;
};

/** What a role may not include of a bot, as `bots.blocked.<name>_role` says it. */
type Right = "auto_start" | "delete" | "files" | "settings";

export const BotsContext = createContext<BotsShared | null>(null);

/** What the page shares with its parts, and what is said of a bot in the reader's language. */
export function useBotsShared() {
  const t = useT();
  const shared = use(BotsContext);
  if (!shared) throw new Error("A part of the bots page is used outside of it.");
  const { gateway, now } = shared;
  return {
    ...shared,
    /** Why an action is not possible, as a sentence; null when it is. */
    reasonOf: (action: RunAction, bot: Bot) => {
      const blocked = blockedBy(action, bot, gateway);
      return blocked && t(`bots.blocked.${blocked}`, { name: bot.name, framework: bot.framework });
    },
    /** Why the reader's role does not allow something, as a sentence; null when it does. */
    roleReason: (isAllowed: boolean, right: Right, bot: Bot) => {
      if (isAllowed) return null;
      return t(isForAdministrators(bot) ? "bots.blocked.crm" : `bots.blocked.${right}_role`, {
        name: bot.name,
      });
    },
    /** Since when it is as it is. */
    sinceOf: (bot: Bot) => {
      const { unit, a, b } = durationOf(now - Date.parse(bot.statusSince));
      const duration = t(`bots.duration.${unit}`, { a, b });
      return t(`bots.since.${sinceLine(bot)}`, { duration, restarts: bot.restarts });
    },
  };
}
