export { selectClosedContracts, toClosedContracts } from "./closed.ts";
export type { ClosedContracts } from "./contracts.schema.ts";
export { contracts } from "./contracts.table.ts";
