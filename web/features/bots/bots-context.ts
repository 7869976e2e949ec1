import { createContext, use, useRef, useState } from "react";
import type { Bot, GatewayStatus } from "../../../worker/features/bots/bots.schema.ts";
import type { SyncInput } from "../../../worker/features/discord/discord.schema.ts";
import { act } from "../../lib/action.ts";
import { ApiError } from "../../lib/api.ts";
import { tellFailure } from "../../lib/failure.ts";
import { translate, useT } from "../../lib/i18n/i18n.ts";
import type { Message } from "../../lib/toast.ts";
import { blockedBy, durationOf, isForAdministrators, type RunAction, sinceLine } from "./bot-state.ts";
import { bots, runBot, syncMembers } from "./bots.api.ts";

type Pending = RunAction | "autoStart";

/** Runs an action; resolves to its toast. @throws ApiError */
async function perform(bot: Bot, action: RunAction, wish?: SyncInput): Promise<Message> {
  if (action === "sync") {
    const { added, updated, left, unchanged } = await syncMembers(bot, wish);
    const description = translate("bots.synced_text", { added, updated, left, unchanged });
    return { title: translate("bots.synced"), description };
  }
  const { status, name } = await runBot(bot, action);
  return { title: translate("bots.updated"), description: translate(`bots.now.${status}`, { name }) };
}

/** Switches the automatic start; resolves to its toast. @throws ApiError */
async function switchAutoStart(bot: Bot, autoStart: boolean): Promise<Message> {
  await bots.edit(bot, { call: "/auto-start", body: { autoStart }, patch: { autoStart } });
  return { title: translate("bots.auto_start_updated"), description: bot.name };
}

/** The actions of bots, one at a time for each bot. */
export function useBotActions() {
  const [pending, setPending] = useState<Record<number, Pending | null>>({});
  const running = useRef(new Set<number>());
  const once = async (bot: Bot, what: Pending, work: () => Promise<Message>) => {
    if (running.current.has(bot.id)) return;
    running.current.add(bot.id);
    setPending((known) => ({ ...known, [bot.id]: what }));
    await act(work, {
      done: (message) => message,
      failed: (error) => {
        const isPaused = error instanceof ApiError && error.code === "sync_paused";
        const anyway = {
          label: translate("bots.sync_anyway"),
          run: () => run(bot, "sync", { whilePaused: true }),
        };
        tellFailure(error, { title: translate("bots.failed"), action: isPaused ? anyway : undefined });
      },
    });
    running.current.delete(bot.id);
    setPending((known) => ({ ...known, [bot.id]: null }));
  };
  const run = (bot: Bot, action: RunAction, wish?: SyncInput) =>
    void once(bot, action, () => perform(bot, action, wish));
  return {
    pendingOf: (bot: Bot) => pending[bot.id] ?? null,
    run,
    switchAutoStart: (bot: Bot, autoStart: boolean) =>
      void once(bot, "autoStart", () => switchAutoStart(bot, autoStart)),
  };
}

type BotsShared = ReturnType<typeof useBotActions> & {
  gateway: GatewayStatus | undefined;
  now: number;
  askToDelete: (bot: Bot) => void;
  askToMakeCrm: (bot: Bot) => void;
};

export const BotsContext = createContext<BotsShared | null>(null);

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
    roleReason: (isAllowed: boolean, bot: Bot) =>
      isAllowed ? null : t(isForAdministrators(bot) ? "bots.blocked.crm" : "bots.blocked.role"),
    sinceOf: (bot: Bot) => {
      const { unit, a, b } = durationOf(now - Date.parse(bot.statusSince));
      const duration = t(`bots.duration.${unit}`, { a, b });
      return t(`bots.since.${sinceLine(bot)}`, { duration, restarts: bot.restarts });
    },
  };
}
