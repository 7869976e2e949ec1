import type { Permission } from "../lib/permissions.schema.ts";
import type { CasesFile, Holders, RouteCase, Scene } from "./cases.ts";
import { filesOf } from "./found.ts";

export type { Generated, RouteCase, Scene } from "./cases.ts";
export { isByMachine } from "./cases.ts";

const FILES = filesOf(
  import.meta.glob<CasesFile>(["../features/*/testing/*.cases.ts", "../lib/*/testing/*.cases.ts"], {
    eager: true,
  }),
);

/** Which system roles hold the permissions that routes ask for. */
export const HOLDERS: Holders = Object.assign({}, ...FILES.map(({ holders }) => holders));

/** Every route of the API. */
export const ROUTES: readonly RouteCase[] = FILES.flatMap(({ cases }) => cases);

/** Errors of other services that generated requests provoke. */
export const REFUSED_BY_OTHERS = FILES.flatMap(({ refusedByOthers = [] }) => refusedByOthers);

/** What a route asks of who calls, and how: routes of one kind let the same callers in, whatever the way in. */
export function accessOf(each: RouteCase): string {
  const { route, access, isEachNeeded, ofOrganization, inBrowser, proof, provenIf } = each;
  const { ownsOr, owned, scope } = each;
  // A token without permissions only reads.
  const isReading = route.startsWith("GET ");
  return JSON.stringify([
    ...[access, isEachNeeded, ofOrganization, ownsOr, owned, scope],
    ...[inBrowser, proof, !!provenIf, isReading],
  ]);
}

/**
 * The rule by which, besides the caller, a route answers: callers are let in alike by all routes of one rule. Where ownership
 * decides, each route has a rule of its own.
 */
export const ruleOf = (each: RouteCase): string => (each.ownsOr || each.owned ? each.route : accessOf(each));

/** The shape of a route's address: its method, words and parameters. Routers and proxies read addresses of one shape alike. */
export const shapeOf = ({ route }: RouteCase): string => route.replace(/\/[\w.-]+/g, "/word");

/** The first of the items of each kind. */
export const oneOfEach = <Item>(items: readonly Item[], kindOf: (item: Item) => string): Item[] =>
  [...new Map(items.toReversed().map((item) => [kindOf(item), item])).values()].toReversed();

type Expected = { status: number; code?: string | undefined };

/** What a route answers to the scene's caller: its declared status and code, or the refusal that its access says. */
export function expectedOf(each: RouteCase, { caller, role, isForeign }: Scene): Expected {
  const { access, status = 200, code } = each;
  if (access !== "public" && access !== "gateway" && access !== "discord") {
    if (caller.token === null) return { status: 401, code: "signed_out" };
    const holds = (permission: Permission) => role !== null && HOLDERS[permission]?.includes(role);
    const isHolder = (needed: Permission[]) => (each.isEachNeeded ? needed.every(holds) : needed.some(holds));
    const isAllowed = access === "signed-in" || (access === "member" ? role !== null : isHolder(access));
    if (!isAllowed) return { status: 403, code: "forbidden" };
    if (isForeign && each.ofOrganization) return { status: 404, code: "not_found" };
  }
  return { status, code };
}

/** Sends a route's valid request as the scene's caller. */
export async function callRoute(each: RouteCase, scene: Scene, headers: Record<string, string> = {}) {
  const { path, body, headers: own } = await each.request(scene);
  const [method = ""] = each.route.split(" ");
  const answer = await scene.caller.call(method, path, { body, headers: { ...own, ...headers } });
  return { method, path, body, answer };
}
