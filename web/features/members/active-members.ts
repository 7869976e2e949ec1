import type { ContractMember } from "../../../worker/features/contracts/contracts.schema.ts";
import { withQuery } from "../../lib/api.ts";
import { useOfOrganization } from "../../lib/organization.ts";

/** Active members whose name contains `q`, by name. */
export const useActiveMembers = (q: string) =>
  useOfOrganization<ContractMember[]>((id) => withQuery(`/api/contracts/${id}/members`, { q }), ["members"], {
    poll: 0,
  });
