import { part } from "../../ui/part.tsx";
import { discordTexts } from "./texts.ts";

export const discordTab = part(() => import("./discord-tab.tsx"), [discordTexts]);
