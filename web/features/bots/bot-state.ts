import type { Bot, EndReason, GatewayStatus } from "../../../worker/features/bots/bots.schema.ts";

/** What can be asked of a bot. */
export const RUN_ACTIONS = ["start", "stop", "restart", "sync"] as const;
export type RunAction = (typeof RUN_ACTIONS)[number];

/** Why something cannot be asked of a bot just now; the text is `bots.blocked.<reason>`. */
export type Blocked =
  | "role"
  | "sync_role"
  | "running"
  | "starting"
  | "stopping"
  | "inactive"
  | "error"
  | "not_running"
  | "no_gateway"
  | "unreachable"
  | "no_token"
  | "no_framework";

function stateForbids(action: RunAction, { status }: Bot): Blocked | null {
  if (action === "sync") return status === "running" ? null : "not_running";
  if (action === "start" && (status === "running" || status === "starting")) return status;
  if (action === "stop" && (status === "inactive" || status === "error")) return status;
  return status === "stopping" ? status : null;
}

/**
 * Why an action is not possible, the reason that the reader can do least about first; null when it is. What
 * the gateway is like counts only once it is known.
 */
export function blockedBy(action: RunAction, bot: Bot, gateway: GatewayStatus | undefined): Blocked | null {
  if (action === "sync" ? !bot.can.syncMembers : !bot.can.run)
    return action === "sync" ? "sync_role" : "role";
  const state = stateForbids(action, bot);
  if (state) return state;
  if (gateway?.problem) return gateway.problem === "not_configured" ? "no_gateway" : "unreachable";
  if (action === "stop" || action === "sync") return null;
  if (bot.tokenEnding === null) return "no_token";
  return isFrameworkMissing(bot.framework, gateway) ? "no_framework" : null;
}

/** Whether the gateway said that it cannot run bots of a framework. */
export function isFrameworkMissing(framework: Bot["framework"], gateway: GatewayStatus | undefined): boolean {
  const found = gateway?.frameworks.find((each) => each.framework === framework);
  return found !== undefined && found.version === null;
}

/** How long in its two largest units: 3 days 4 hours, 11 hours 2 minutes, 5 minutes, 40 seconds. */
export function durationOf(ms: number): {
  unit: "days" | "hours" | "minutes" | "seconds";
  a: number;
  b: number;
} {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  const minutes = Math.floor(seconds / 60);
  const hours = Math.floor(minutes / 60);
  if (hours >= 24) return { unit: "days", a: Math.floor(hours / 24), b: hours % 24 };
  if (hours > 0) return { unit: "hours", a: hours, b: minutes % 60 };
  if (minutes > 0) return { unit: "minutes", a: minutes, b: 0 };
  return { unit: "seconds", a: seconds, b: 0 };
}

/** Which sentence says since when a bot is as it is; the text is `bots.since.<line>`. */
export function sinceLine(
  bot: Pick<Bot, "status" | "statusReason" | "restarts">,
):
  | "running"
  | "restarted"
  | "starting"
  | "again"
  | "stopping"
  | "stopped"
  | "gateway"
  | "inactive"
  | "error" {
  if (bot.status === "running") return bot.restarts > 0 ? "restarted" : "running";
  if (bot.status === "starting") return bot.statusReason === null ? "starting" : "again";
  if (bot.status !== "inactive") return bot.status;
  if (bot.statusReason === "gateway_stopped") return "gateway";
  return bot.statusReason === "stopped" ? "stopped" : "inactive";
}

/** Why a bot is not as a user wanted it, for `bots.reason.<reason>`; null when it is. */
export function troubleOf(
  bot: Pick<Bot, "status" | "statusReason">,
): EndReason | "retrying" | "unknown" | null {
  if (bot.status === "error") return bot.statusReason ?? "unknown";
  if (bot.status === "starting") return bot.statusReason === null ? null : "retrying";
  const isPlain = bot.statusReason === null || bot.statusReason === "stopped";
  if (isPlain || bot.status === "running" || bot.status === "stopping") return null;
  return bot.statusReason;
}

/** Whether the newest save of any file is younger than the run, so that the run does not have it. */
export function needsRestart(bot: Bot, files: readonly { updatedAt: string }[]): boolean {
  if (bot.status !== "running" && bot.status !== "starting") return false;
  const since = Date.parse(bot.statusSince);
  return files.some((file) => Date.parse(file.updatedAt) > since);
}
