export { HistoryItem, HistoryLink } from "./history.tsx";
