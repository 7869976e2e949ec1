export { splitCalculator } from "./payouts/index.ts";
