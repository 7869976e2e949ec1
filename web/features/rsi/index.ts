export { RsiCard } from "./lazy-card.tsx";
export { useRsiStatus } from "./rsi.api.ts";
