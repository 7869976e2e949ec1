export { botStatus, hasRun } from "./bot-status.ts";
