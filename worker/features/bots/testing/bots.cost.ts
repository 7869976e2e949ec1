import type { Changes } from "../../../testing/costing.ts";
import { makeBot } from "./bots.factory.ts";

export const polled: Record<string, Changes> = {
  "/api/discord-bots/1": { "a new bot": () => makeBot() },
};
