import { createContext, use } from "react";
import type { Bot, GatewayStatus } from "../../../worker/features/bots/bots.schema.ts";
import type { RunAction } from "./bot-state.ts";

/** What every part of the page that shows a bot needs. */
type BotsShared = {
  gateway: GatewayStatus | undefined;
  now: number;
  /** What is being asked of a bot just now. */
  pendingOf: (bot: Bot) => RunAction | "autoStart" | null;
  run: (bot: Bot, action: RunAction) => void;
  switchAutoStart: (bot: Bot, autoStart: boolean) => void;
  askToDelete: (bot: Bot) => void;
};

export const BotsContext = createContext<BotsShared | null>(null);

/** What the page shares with its parts. */
export function useBotsShared(): BotsShared {
  const shared = use(BotsContext);
  if (!shared) throw new Error("A part of the bots page is used outside of it.");
  return shared;
}
