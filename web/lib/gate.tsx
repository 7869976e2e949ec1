import type { ReactNode } from "react";
import { can, type Need } from "./can.ts";
import { useUser } from "./session.tsx";

/** Whether the person looking satisfies a need; false while nobody is signed in, unless nothing is needed. */
export function useCan(need: Need): boolean {
  const { user } = useUser();
  return can(user?.permissions ?? [], need);
}

/** Shows its content to those who satisfy the need, to others the fallback. */
export function Gate(props: { need: Need; fallback?: ReactNode; children: ReactNode }) {
  return useCan(props.need) ? props.children : props.fallback;
}
