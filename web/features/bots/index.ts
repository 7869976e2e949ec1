/** What other areas may use of the bots. */
export { botStatus } from "./bot-status.ts";
