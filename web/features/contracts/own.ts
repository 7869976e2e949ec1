import type { OwnContracts } from "../../../worker/features/contracts/contracts.schema.ts";
import { useCan } from "../../lib/gate.tsx";
import { useOfOrganization } from "../../lib/organization.ts";

export const ownContractsPath = (organizationId: number) => `/api/contracts/${organizationId}/own`;

/** The reader's contracts, and those that their ships fit. */
export const useOwnContracts = () =>
  useOfOrganization<OwnContracts>(ownContractsPath, ["contracts", "hangars", "events"], {
    allowed: useCan("contracts.read"),
  });
