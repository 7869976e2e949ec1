import { BOT_FRAMEWORKS, type BotFramework, type IsolationReport } from "../protocol.ts";

type Layer = IsolationReport["layers"][number]["name"];

/**
 * Returns the frameworks whose bots could read the gateway's own files and those of other bots. Without a
 * user id of its own or a sandbox a bot is confined only by the permission model of Node.js, and Python has none.
 */
export function unconfinedFrameworks({ level, layers }: IsolationReport): BotFramework[] {
  if (level !== "process") return [];
  const isNodeConfined = layers.some(({ name, on }) => name === "node_permissions" && on);
  return BOT_FRAMEWORKS.filter((framework) => framework !== "discord.js" || !isNodeConfined);
}

/** Returns one sentence about what would raise the level; null when only a machine for each bot would. */
export function adviceOn({ level, layers }: IsolationReport): string | null {
  if (level === "bubblewrap" || level === "virtual_machine") return null;
  const why = (layer: Layer) => layers.find(({ name }) => name === layer)?.why ?? "unknown";
  const sandbox = why("bubblewrap").endsWith("is not installed")
    ? "Install the package bubblewrap (apt-get install bubblewrap)"
    : `Let bubblewrap make namespaces, which fails here (${why("bubblewrap")}): sysctl kernel.unprivileged_userns_clone=1, on Ubuntu kernel.apparmor_restrict_unprivileged_userns=0, in a container the capability SYS_ADMIN`;
  return level === "own_uid" ? `${sandbox}.` : `${sandbox}, or ${userAdvice(why("own_uid"))}.`;
}

function userAdvice(why: string): string {
  if (why === "the gateway does not run as root")
    return "run the gateway as root with the package util-linux installed";
  if (why.endsWith("is not installed")) return "install the package util-linux";
  return `give bots users of their own, which fails here (${why})`;
}
