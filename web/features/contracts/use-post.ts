import { useState } from "react";
import type { Contract } from "../../../worker/features/contracts/contracts.schema.ts";
import { ApiError } from "../../lib/api.ts";
import { tellFailure } from "../../lib/failure.ts";
import { useT } from "../../lib/i18n/i18n.ts";
import { toast } from "../../lib/toast.ts";
import { contracts, posting } from "./contracts.api.ts";

/** Posts drafts and tells how that went; `onIncomplete` hears of a draft that lacks something, and what that is. */
export function usePost(onIncomplete: (contract: Contract, refusal: ApiError) => void) {
  const t = useT();
  /** Id of the draft that is being posted. */
  const [pending, setPending] = useState<number | null>(null);
  const post = async (contract: Contract) => {
    setPending(contract.id);
    try {
      await contracts.edit(contract, posting);
      toast({ title: t("contracts.posted"), description: contract.title });
    } catch (error) {
      tellFailure(error, { title: t("contracts.post_failed") });
      if (error instanceof ApiError && error.code === "contract_incomplete") onIncomplete(contract, error);
    } finally {
      setPending(null);
    }
  };
  return { pending, post: (contract: Contract) => void post(contract) };
}
