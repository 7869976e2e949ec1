export { useSettings } from "./settings.api.ts";
export { useShortestPassword } from "./shortest-password.ts";
