export { RsiCard } from "./lazy-card.tsx";
