import type { Permission } from "../permissions.schema.ts";

/** Who may call a route; `session`: by a browser alone. */
export type AccessRule = { session?: true } & (
  | { kind: "public" }
  | { kind: "signed-in" }
  /** `ownsOr`: holders of `anyOf` may change what is their own, holders of this permission everything. */
  | { kind: "permission"; anyOf: Permission[]; ownsOr?: Permission }
  | { kind: "gateway" }
);

export type DeclaredRoute = { method: string; path: string; access: AccessRule };
