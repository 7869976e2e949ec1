import type { ReactNode } from "react";
import { can, type Need } from "./can.ts";
import { useUser } from "./session.tsx";

/** Whether the signed-in user satisfies a need. Without a user only a need for nothing is satisfied. */
export function useCan(need: Need): boolean {
  const { user } = useUser();
  return can(user?.permissions ?? [], need);
}

/** Shows its content to users who satisfy the need, to others the fallback. */
export function Gate(props: { need: Need; fallback?: ReactNode; children: ReactNode }) {
  return useCan(props.need) ? props.children : props.fallback;
}
