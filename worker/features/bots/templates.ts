import javaScript from "../../../bot-gateway/templates/discord-js/bot.js" with { type: "text" };
import python from "../../../bot-gateway/templates/discord-py/bot.py" with { type: "text" };
import type { BotFramework } from "./bots.schema.ts";

/** The main file that a new bot begins with. */
export const MAIN_FILES: Record<BotFramework, { fileName: string; content: string }> = {
  "discord.js": { fileName: "bot.js", content: javaScript },
  "discord.py": { fileName: "bot.py", content: python },
};
