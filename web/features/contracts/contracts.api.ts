import { mutate } from "swr";
import type { CurrentUser } from "../../../worker/features/account/account.schema.ts";
import type {
  Contract,
  ContractCounts,
  ContractHistoryEntry,
  ContractMember,
  ContractStatus,
} from "../../../worker/features/contracts/contracts.schema.ts";
import { withQuery } from "../../lib/api.ts";
import { usePagedList } from "../../lib/list.ts";
import { useOfOrganization } from "../../lib/organization.ts";
import { type Edit, resource } from "../../lib/resource.ts";

/** Contracts that are shown at first, and with each further wish. */
export const LIST_PAGE = 18;
const HISTORY_PAGE = 50;

const recordPath = (id: number) => `/api/contracts/${id}/record`;

/** The contracts that the reader sees. */
export const contracts = resource<Contract>({
  path: "/api/contracts",
  recordPath,
  topics: ["contracts"],
});

/** Reads an open contract again that a call about its payout changed: the next edit is based on it. */
export const readAgain = (id: number) => mutate<Contract>(recordPath(id));

const countsPath = (organizationId: number) => `/api/contracts/${organizationId}/counts`;

/** What the page shows first and can be asked for early. */
export const firstPaths = ({ organizationId }: CurrentUser) => [countsPath(organizationId)];

/** The figures of the contracts page. */
export const useContractCounts = () => useOfOrganization<ContractCounts>(countsPath, ["contracts"]);

/** What happened to a contract, newest first. */
export const useContractHistory = (id: number) =>
  usePagedList<ContractHistoryEntry>(
    `/api/contracts/${id}/history`,
    {},
    ["contracts", "payouts"],
    HISTORY_PAGE,
  );

/** Active members by part of a name, the first by name without one. */
export const useContractMembers = (q: string) =>
  useOfOrganization<ContractMember[]>((id) => withQuery(`/api/contracts/${id}/members`, { q }), ["members"], {
    poll: 0,
  });

/** Posts a draft. */
export const posting: Edit<Contract> = { call: "/post", body: {}, patch: {} };

/** Moves a contract to another state. */
export const moveTo = (status: ContractStatus): Edit<Contract> => ({
  call: "/status",
  body: { status },
  patch: { status },
});
