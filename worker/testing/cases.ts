import type { Permission, SystemRole } from "../lib/permissions.schema.ts";
import type { Budget, Kind } from "./budgets.ts";
import type { Caller } from "./world.ts";

/** A caller, and an officer of organization 1 whose records a request can be about. */
export type Scene = {
  caller: Caller;
  /** The caller's role while they are an active member. */
  role: SystemRole | null;
  /** Whether the caller belongs to another organization. */
  isForeign: boolean;
  officer: Caller;
};

export type RouteRequest = {
  path: string;
  body?: Record<string, unknown>;
  headers?: Record<string, string>;
};

type Given = { path?: string; body: Record<string, unknown> };

/** One route of the API with its promised access and answer. */
export type RouteCase = {
  /** Method and path template, as in the router. */
  route: string;
  access: "public" | "signed-in" | "member" | "gateway" | "discord" | Permission[];
  /** Callers need each of the permissions, not one of them. */
  isEachNeeded?: true;
  /** It applies to the caller's own records; holders of one of these permissions need not own them. */
  ownsOr?: Permission[];
  /** The records that it applies to, where these are not all. */
  owned?: string;
  /** Permissions of which a token has to hold one, where its owner needs none. */
  scope?: Permission[];
  /** Makes a valid request; creates the records that it needs first, owned by the caller where possible. */
  request: (scene: Scene) => RouteRequest | Promise<RouteRequest>;
  /** Makes the valid request that has the most to do: as many items as the schema takes, each of which changes something. */
  largest?: (scene: Scene) => RouteRequest | Promise<RouteRequest>;
  /**
   * Fields that make the request give somebody a part in a record, with another path where it needs one; or why it
   * gives none, although it names somebody.
   */
  gives?: ((to: Caller) => Given | Promise<Given>) | string;
  /** The status of the answer to a valid request. */
  status?: number;
  code?: string;
  /** Whether the request names records of organization 1, so that callers of other organizations get 404. */
  ofOrganization?: boolean;
  /** Only a browser can call it, without or with a recent proof: signing in and out, proofs of identity, live updates. */
  inBrowser?: true;
  /** It asks for a recent proof of who the caller is: each request, or those that `provenIf` tells. */
  proof?: true;
  /** A request that needs the proof and one that does not, where it asks only some requests for one. */
  provenIf?: Record<"needs" | "needsNone", RouteRequest | (() => Promise<RouteRequest>)>;
  /** Why some requests need no proof that change or reveal what tables guard (see `Guarded`). */
  unproven?: string;
  /** Its budget, where it is no edit of one record, creates none and reads no list. */
  kind?: Kind;
  /** A budget of its own instead. */
  budget?: Budget;
  /** D1 round trips where that budget does not hold. */
  trips?: number;
  generated?: Generated;
};

/** Makes a request of a case's `provenIf`. */
export const madeRequest = (one: RouteRequest | (() => Promise<RouteRequest>)) =>
  typeof one === "function" ? one() : one;

/** Whether a machine calls a route, by a signature: no person does. */
export const isByMachine = ({ access }: Pick<RouteCase, "access">): boolean =>
  access === "gateway" || access === "discord";

/** What requests that are generated for a route may do (see `fuzz/`), where it is more than for most routes. */
export type Generated = {
  /** It sends many requests to other services, so that fewer are generated. */
  isHeavy?: true;
  /** The most rows that a request adds; more for each item in its body. */
  adds?: number;
  /** Tables in which a refused request may leave rows. */
  leaves?: readonly string[];
};

/** System roles that hold permissions, as the product promises it. */
export type Holders = Partial<Record<Permission, readonly SystemRole[]>>;

/** What a file `testing/*.cases.ts` of a feature exports. */
export type CasesFile = {
  cases: readonly RouteCase[];
  /** Who holds the feature's permissions that its routes ask for. */
  holders?: Holders;
  /** Errors of other services that generated requests provoke, by invented tokens for example. */
  refusedByOthers?: readonly string[];
  /** Files of a lower turn come before others; 0 when left out. */
  turn?: number;
};

/** The case of a route that reads one path of organization 1. */
export const read = (
  route: string,
  access: RouteCase["access"],
  path: string,
  more: Partial<RouteCase> = {},
): RouteCase => ({
  route: `GET ${route}`,
  access,
  request: () => ({ path }),
  ofOrganization: true,
  ...more,
});
