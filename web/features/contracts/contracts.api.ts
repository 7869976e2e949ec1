import type { Contract, ContractCounts } from "../../../worker/features/contracts/contracts.schema.ts";
import { useOfOrganization } from "../../lib/organization.ts";
import { resource } from "../../lib/resource.ts";

/** The contracts that the reader sees. */
export const contracts = resource<Contract>({
  path: "/api/contracts",
  recordPath: (id) => `/api/contracts/${id}/record`,
  topics: ["contracts"],
});

/** The figures of the contracts page. */
export const useContractCounts = () =>
  useOfOrganization<ContractCounts>((id) => `/api/contracts/${id}/counts`, ["contracts"]);
