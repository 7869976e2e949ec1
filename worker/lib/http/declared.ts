import type { Permission } from "../permissions.schema.ts";

/**
 * Who may call a route. `session`: by a browser alone. `ownsOr`: for what is the caller's own, which holders of one of
 * these permissions need not own. `owned`: which records that is about, such as drafts, where it is not all. `scope`: of
 * what a token has to hold one, where a person needs none.
 */
export type AccessRule = {
  session?: true;
  ownsOr?: Permission[];
  owned?: string;
  scope?: Permission[];
} & (
  | { kind: "public" }
  | { kind: "signed-in" }
  /** Every active member. */
  | { kind: "member" }
  /** One of the permissions is enough, unless each is needed. */
  | { kind: "permission"; permissions: Permission[]; isEachNeeded?: true }
  | { kind: "gateway" }
  /** Discord, which signs what its users do there. */
  | { kind: "discord" }
);
