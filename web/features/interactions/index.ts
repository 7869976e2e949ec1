export { CommandsCard } from "./commands-card.tsx";
