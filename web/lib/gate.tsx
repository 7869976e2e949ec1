import { can, type Need } from "./can.ts";
import { useUser } from "./session.tsx";

/** Whether the signed-in user satisfies a need. Without a user only a need for nothing is satisfied. */
export function useCan(need: Need): boolean {
  const { user } = useUser();
  return can(user?.permissions ?? [], need);
}
