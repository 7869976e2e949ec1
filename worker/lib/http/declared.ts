import type { Permission } from "../permissions.schema.ts";

/** Who may call a route. */
export type Access =
  | { kind: "public" }
  | { kind: "signed-in" }
  | { kind: "permission"; anyOf: Permission[] }
  | { kind: "gateway" };

/** A route with who may call it. */
export type DeclaredRoute = { method: string; path: string; access: Access };

/** A router's routes, each handler of one by itself. */
export type Router = { routes: readonly { method: string; path: string; handler: unknown }[] };
