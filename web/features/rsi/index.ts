export { RsiCard } from "./rsi-card.tsx";
