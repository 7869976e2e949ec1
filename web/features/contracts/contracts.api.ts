import type {
  Contract,
  ContractCounts,
  ContractHistoryEntry,
  ContractStatus,
} from "../../../worker/features/contracts/contracts.schema.ts";
import { useAction } from "../../lib/action.ts";
import { ApiError } from "../../lib/api.ts";
import { tellFailure } from "../../lib/failure.ts";
import { figures } from "../../lib/figures.ts";
import { useCan } from "../../lib/gate.tsx";
import { useT } from "../../lib/i18n/i18n.ts";
import { usePagedList } from "../../lib/list.ts";
import { type Edit, resource } from "../../lib/resource.ts";

export const LIST_PAGE = 18;

const recordPath = (id: number) => `/api/contracts/${id}/record`;

export const contracts = resource<Contract>({ path: "/api/contracts", recordPath, topics: ["contracts"] });

const counts = figures<ContractCounts>("/contracts/:orgId/counts", ["contracts", "applications"]);

export const useContractCounts = () => counts.useFigures({}, { allowed: useCan("contracts.read") });

export const useContractHistory = (id: number) =>
  usePagedList<ContractHistoryEntry>(`/api/contracts/${id}/history`, {}, ["contracts", "payouts"], 50);

/** Posts drafts; calls `onIncomplete` with a draft that lacks something, and the server's refusal. */
export function usePost(onIncomplete: (contract: Contract, refusal: ApiError) => void) {
  const t = useT();
  return useAction((contract: Contract) => contracts.edit(contract, { call: "/post", body: {}, patch: {} }), {
    done: ({ title: description }) => ({ title: t("contracts.posted"), description }),
    failed: (error, contract) => {
      tellFailure(error, { title: t("contracts.post_failed") });
      if (error instanceof ApiError && error.code === "contract_incomplete") onIncomplete(contract, error);
    },
  });
}

export const moveTo = (status: ContractStatus): Edit<Contract> => ({
  call: "/status",
  body: { status },
  patch: { status },
});
