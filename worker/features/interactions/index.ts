import type { Feature } from "../../lib/feature.ts";
import { helpCommand } from "./help.commands.ts";
import { interactionRoutes } from "./interactions.routes.ts";
import { deleteOld } from "./interactions.table.ts";
import { interactionAudit, interactionNotices } from "./interactions.texts.ts";

export { registerCommands } from "./registration/register.ts";
export { renderPublic } from "./render.ts";

export const interactionsFeature = {
  routes: interactionRoutes,
  tables: {
    interactions: {
      backup: { leftOut: "Recognizes repeated presses of buttons in Discord; forgotten after two days." },
      personal: { leftOut: "Recognizes repeated presses of buttons in Discord; forgotten after two days." },
    },
  },
  daily: (context) => [deleteOld(context)],
  audit: interactionAudit,
  notices: interactionNotices,
  commands: (features) => [helpCommand(features)],
  machinePaths: ["/api/discord/interactions"],
} satisfies Feature;
