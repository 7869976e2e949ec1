import type { Permission, SystemRole } from "../lib/permissions.schema.ts";
import type { Caller } from "./world.ts";

/** A caller, and an officer of organization 1 whose records a call can be about. */
export type Scene = {
  caller: Caller;
  /** The caller's role while they are an active member. */
  role: SystemRole | null;
  /** The caller belongs to another organization. */
  isForeign: boolean;
  officer: Caller;
};

export type RouteRequest = {
  path: string;
  body?: Record<string, unknown>;
  headers?: Record<string, string>;
};

/** One route of the API as the product promises it. */
export type RouteCase = {
  /** Method and path template, as the router knows them. */
  route: string;
  access: "public" | "signed-in" | "gateway" | Permission[];
  /** Roles that may, of those that hold the permission. */
  only?: readonly SystemRole[];
  /** A good request; records it needs are made first, the caller's own where the caller may have some. */
  request: (scene: Scene) => RouteRequest | Promise<RouteRequest>;
  /** What a good request is answered with. */
  status?: number;
  code?: string;
  /** The request names records of organization 1, so that callers of other organizations are answered 404. */
  ofOrganization?: boolean;
  /** D1 round trips where the general budget does not hold. */
  trips?: number;
};

/** The case of a route that reads one path of organization 1. */
export const read = (route: string, access: RouteCase["access"], path: string): RouteCase => ({
  route: `GET ${route}`,
  access,
  request: () => ({ path }),
  ofOrganization: true,
});
