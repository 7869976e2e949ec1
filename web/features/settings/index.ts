export { useShortestPassword } from "./shortest-password.ts";
