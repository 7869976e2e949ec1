export { botStatus } from "./bot-status.ts";
