import { useMemo } from "react";
import type { ContractMember } from "../../../worker/features/contracts/contracts.schema.ts";
import { withQuery } from "../../lib/api.ts";
import { useOfOrganization } from "../../lib/organization.ts";
import { useUser } from "../../lib/session.tsx";

/** Active members whose name contains `q`, by name: the reader first, and last who is away. */
export function useActiveMembers(q: string) {
  const me = useUser().user?.id;
  const answer = useOfOrganization<ContractMember[]>(
    (id) => withQuery(`/api/contracts/${id}/members`, { q }),
    ["members"],
    { poll: 0 },
  );
  const data = useMemo(() => {
    const rank = ({ userId, awayUntil }: ContractMember) => (userId === me ? -1 : Number(awayUntil !== null));
    return answer.data?.toSorted((a, b) => rank(a) - rank(b));
  }, [answer.data, me]);
  return { ...answer, data };
}
