import { can, type Need } from "./can.ts";
import { useUser } from "./session.tsx";

/** Whether the signed-in user satisfies a need; without a user only `undefined` is satisfied. */
export function useCan(need: Need): boolean {
  const { user } = useUser();
  return can(user?.permissions ?? [], need);
}
