export { useContractMembers } from "./contracts.api.ts";
