import { type Bot, type GatewayStatus, RUNS_FROM } from "../../../worker/features/bots/bots.schema.ts";
import { hasRun } from "./bot-status.ts";

export const RUN_ACTIONS = ["start", "stop", "restart", "sync"] as const;
export type RunAction = (typeof RUN_ACTIONS)[number];

/** Why an action is not possible, for `bots.blocked.<reason>`, or null. Reasons that the reader cannot change come first. */
export function blockedBy(action: RunAction, bot: Bot, gateway: GatewayStatus | undefined) {
  const { status, can } = bot;
  if (action === "sync") {
    if (!can.syncMembers) return "role";
    if (status !== "running") return "not_running";
  } else if (!can.run) return isForAdministrators(bot) ? "crm" : "role";
  if (gateway?.problem) return "unreachable";
  if (action === "stop" || action === "sync") return null;
  if (bot.tokenEnding === null) return can.token ? "no_token" : "no_token_ask";
  return frameworkTrouble(bot.framework, gateway);
}

/** The runs that a status allows, and the one that the bot is busy with, which stays in sight. */
export function runsOf(status: Bot["status"]) {
  const busy = status === "starting" ? "start" : status === "stopping" ? "stop" : null;
  const shown = (["start", "restart", "stop"] as const).filter(
    (action) =>
      action === busy ||
      // A start that is not over needs no other one.
      (RUNS_FROM[action].includes(status) && !(action === "restart" && busy)),
  );
  return { shown, busy };
}

/** Whether the reader may not change the bot only because it is the CRM bot. */
export const isForAdministrators = ({ isCrmBot, can }: Bot): boolean =>
  isCrmBot && can.syncMembers && !can.update;

/** Whether the gateway lacks a framework, or refuses its bots because it could not keep them from its own files. */
export function frameworkTrouble(framework: Bot["framework"], gateway: GatewayStatus | undefined) {
  const found = gateway?.frameworks.find((each) => each.framework === framework);
  if (found?.version === null) return "no_framework";
  return found?.refused ? "not_isolated" : null;
}

/** A duration in its two largest units: 3 days 4 hours, 11 hours 2 minutes, 5 minutes, 40 seconds. */
export function durationOf(ms: number) {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  const minutes = Math.floor(seconds / 60);
  const hours = Math.floor(minutes / 60);
  if (hours >= 24) return { unit: "days", a: Math.floor(hours / 24), b: hours % 24 } as const;
  if (hours > 0) return { unit: "hours", a: hours, b: minutes % 60 } as const;
  if (minutes > 0) return { unit: "minutes", a: minutes, b: 0 } as const;
  return { unit: "seconds", a: seconds, b: 0 } as const;
}

/** The sentence about the time of a bot's status, for `bots.since.<line>`. */
export function sinceLine(
  bot: Pick<Bot, "status" | "statusReason" | "restarts" | "statusSince" | "createdAt">,
) {
  if (bot.status === "running") return bot.restarts > 0 ? "restarted" : "running";
  if (bot.status === "starting") return bot.statusReason === null ? "starting" : "again";
  if (bot.status !== "inactive") return bot.status;
  if (!hasRun(bot)) return "never";
  if (bot.statusReason === "gateway_stopped") return "gateway";
  return bot.statusReason === "stopped" ? "stopped" : "inactive";
}

/** Why a bot is not in the state that a user wanted, for `bots.reason.<reason>`; null when it is. */
export function troubleOf({ status, statusReason }: Pick<Bot, "status" | "statusReason">) {
  if (status === "error") return statusReason ?? "unknown";
  if (status === "starting") return statusReason && "retrying";
  return status === "inactive" && statusReason !== "stopped" ? statusReason : null;
}

export function needsRestart(bot: Bot, files: readonly { updatedAt: string }[]): boolean {
  if (bot.status !== "running" && bot.status !== "starting") return false;
  const since = Date.parse(bot.statusSince);
  return files.some((file) => Date.parse(file.updatedAt) > since);
}
