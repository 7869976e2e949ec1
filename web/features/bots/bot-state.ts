import type { Bot, BotStatus, GatewayStatus } from "../../../worker/features/bots/bots.schema.ts";

/** What can be asked of a bot. */
export const RUN_ACTIONS = ["start", "stop", "restart", "sync"] as const;
export type RunAction = (typeof RUN_ACTIONS)[number];

/** The statuses in which there is nothing to start, stop or restart. */
const CLOSED: Record<Exclude<RunAction, "sync">, BotStatus[]> = {
  start: ["running", "starting", "stopping"],
  stop: ["stopping", "inactive", "error"],
  restart: ["stopping"],
};

/**
 * Why an action is not possible, for `bots.blocked.<reason>`: the reason that the reader can do least about first; null
 * when it is. What the gateway is like counts only once it is known.
 */
export function blockedBy(action: RunAction, bot: Bot, gateway: GatewayStatus | undefined) {
  const { status, can } = bot;
  if (action === "sync") {
    if (!can.syncMembers) return "sync_role";
    if (status !== "running") return "not_running";
  } else {
    if (!can.run) return isForAdministrators(bot) ? "crm" : "role";
    if (CLOSED[action].includes(status)) return status;
  }
  if (gateway?.problem) return gateway.problem === "not_configured" ? "no_gateway" : "unreachable";
  if (action === "stop" || action === "sync") return null;
  if (bot.tokenEnding === null) return "no_token";
  if (isFrameworkMissing(bot.framework, gateway)) return "no_framework";
  return isFrameworkRefused(bot.framework, gateway) ? "not_isolated" : null;
}

/** Whether the reader could change and run the bot if it were not the CRM bot. */
export const isForAdministrators = ({ isCrmBot, can }: Bot): boolean =>
  isCrmBot && can.syncMembers && !can.update;

/** Whether the gateway said that it cannot run bots of a framework. */
export const isFrameworkMissing = (framework: Bot["framework"], gateway: GatewayStatus | undefined) =>
  gateway?.frameworks.find((each) => each.framework === framework)?.version === null;

/** Whether the gateway starts no bots of a framework, since nothing would keep them from its own files. */
export const isFrameworkRefused = (framework: Bot["framework"], gateway: GatewayStatus | undefined) =>
  gateway?.frameworks.find((each) => each.framework === framework)?.refused === true;

/** How long in its two largest units: 3 days 4 hours, 11 hours 2 minutes, 5 minutes, 40 seconds. */
export function durationOf(ms: number) {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  const minutes = Math.floor(seconds / 60);
  const hours = Math.floor(minutes / 60);
  if (hours >= 24) return { unit: "days", a: Math.floor(hours / 24), b: hours % 24 } as const;
  if (hours > 0) return { unit: "hours", a: hours, b: minutes % 60 } as const;
  if (minutes > 0) return { unit: "minutes", a: minutes, b: 0 } as const;
  return { unit: "seconds", a: seconds, b: 0 } as const;
}

/** Which sentence says since when a bot is as it is; the text is `bots.since.<line>`. */
export function sinceLine(bot: Pick<Bot, "status" | "statusReason" | "restarts">) {
  if (bot.status === "running") return bot.restarts > 0 ? "restarted" : "running";
  if (bot.status === "starting") return bot.statusReason === null ? "starting" : "again";
  if (bot.status !== "inactive") return bot.status;
  if (bot.statusReason === "gateway_stopped") return "gateway";
  return bot.statusReason === "stopped" ? "stopped" : "inactive";
}

/** Why a bot is not as a user wanted it, for `bots.reason.<reason>`; null when it is. */
export function troubleOf({ status, statusReason }: Pick<Bot, "status" | "statusReason">) {
  if (status === "error") return statusReason ?? "unknown";
  if (status === "starting") return statusReason && "retrying";
  return status === "inactive" && statusReason !== "stopped" ? statusReason : null;
}

/** Whether the newest save of any file is younger than the run, so that the run does not have it. */
export function needsRestart(bot: Bot, files: readonly { updatedAt: string }[]): boolean {
  if (bot.status !== "running" && bot.status !== "starting") return false;
  const since = Date.parse(bot.statusSince);
  return files.some((file) => Date.parse(file.updatedAt) > since);
}
