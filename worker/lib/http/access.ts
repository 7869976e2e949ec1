import { reaches } from "../actor.ts";
import {
  assertRecent,
  assertSession,
  type MemberContext,
  memberIdOf,
  type SessionContext,
  type SystemContext,
} from "../context.ts";
import { errors } from "../errors.ts";
import type { Permission } from "../permissions.schema.ts";
import { idParameter, memberContextOf, type RequestContext, systemContextOf } from "./app.ts";
import type { AccessRule } from "./declared.ts";
import { cachedActor } from "./ways-in.ts";

/** The callers of a route, and the actor that its verb gets. */
export type Access<Context extends SystemContext = SystemContext> = {
  rule: AccessRule;
  /** The verb's context. @throws AppError for a request that may not call the route */
  enter: (c: RequestContext) => Promise<Context>;
  /**
   * The route asks for a recent proof of who the user is: of each request, of those that need it by their input, or of
   * those of users who hold the permission `ofHolders`.
   */
  proof?: { isNeeded?: (input: never) => boolean; ofHolders?: Permission };
};

/** Declares who may call a route. */
export const declareAccess = <Context extends SystemContext>(
  rule: AccessRule,
  enter: (c: RequestContext) => Promise<Context>,
): Access<Context> => ({ rule, enter });

/** Lets every client call the route. */
export const publicRoute = () => declareAccess({ kind: "public" }, async (c) => systemContextOf(c));

/** Lets every browser call the route, signed in or not: signing in and out. Programs and Discord are refused. */
export const inBrowser = () =>
  declareAccess({ kind: "public", session: true }, async (c) => {
    if (c.var.way?.isAmbient === false) throw errors.session_required();
    return systemContextOf(c);
  });

/** Lets every person call the route who has an account. @param scope of what a token has to hold one */
export const signedIn = (...scope: Permission[]) =>
  declareAccess({ kind: "signed-in", ...(scope.length > 0 ? { scope } : {}) }, memberOf([], { scope }));

/** Lets the person alone call the route whom its path names as `:userId`. */
export const own = () =>
  declareAccess({ kind: "signed-in", ownsOr: [] }, async (c) => {
    const context = await memberOf()(c);
    // Asked by another way than by its path, a route is asked for the caller's own.
    const isOfPath = c.req.param("userId") !== undefined;
    if (isOfPath && idParameter(c, "userId") !== context.actor.userId) throw errors.not_found();
    return context;
  });

/** Lets people call the route who hold one of the permissions. */
export const requires = (...permissions: [Permission, ...Permission[]]) =>
  declareAccess({ kind: "permission", permissions }, memberOf(permissions));

/** Lets people call the route who hold each of the permissions. */
export const requiresAll = (...permissions: [Permission, Permission, ...Permission[]]) =>
  declareAccess(
    { kind: "permission", permissions, isEachNeeded: true },
    memberOf(permissions, { isEachNeeded: true }),
  );

/**
 * Lets people call the route who hold one of the permissions `among`, or everyone who has an account where none is named.
 * The verb gives them what is their own, and the holders of `orHolds` everything; of several, it says what each is for.
 * Where only some records are their owner's, `owned` names these, such as `drafts`; all callers see the others. Where
 * `among` names no permission, `scope` says of what a token has to hold one.
 */
export const ownsOr = (
  orHolds: Permission | Permission[],
  {
    among: permissions = [],
    owned,
    scope = [],
  }: { among?: Permission[]; owned?: string; scope?: Permission[] } = {},
) =>
  declareAccess(
    {
      ...(permissions.length > 0 ? { kind: "permission", permissions } : { kind: "signed-in" }),
      ownsOr: [orHolds].flat(),
      ...(owned ? { owned } : {}),
      ...(scope.length > 0 ? { scope } : {}),
    },
    memberOf(permissions, { scope }),
  );

/** Lets people call the route for what is their own: holders of one of the permissions, or everyone where none is named. */
export const ownsOnly = (...among: Permission[]) => ownsOr([], { among });

/** Lets every active member call the route for what is their own, and holders of `orHolds` for what is others', too. */
export const ofMembers = (...orHolds: Permission[]) =>
  declareAccess({ kind: "member", ownsOr: orHolds }, async (c) => {
    const context = await memberOf()(c);
    memberIdOf(context.actor);
    return context;
  });

/** Lets only people with a session in a browser call the route, who pass the other access, too. */
export const inSession = (access: Access<MemberContext> = signedIn()): Access<SessionContext> =>
  declareAccess({ ...access.rule, session: true }, async (c) => {
    const context = await access.enter(c);
    assertSession(context.actor);
    return context as SessionContext;
  });

/**
 * Lets only people call the route who have proved who they are within RECENT_MINUTES and pass the other access, too:
 * a stolen session cannot grant access. A person who acts by a token or in Discord never passes.
 */
export const proven = (access: Access<MemberContext>): Access<SessionContext> =>
  Object.assign(
    declareAccess({ ...access.rule, session: true }, async (c) => {
      const context = await access.enter(c);
      assertRecent(context.actor, context.now);
      return context as SessionContext;
    }),
    { proof: {} },
  );

/** The same for requests that need it by their input alone. */
export const provenIf = <Input>(
  isNeeded: (input: Input) => boolean,
  among: Access<MemberContext>,
): Access<MemberContext> => Object.assign(declareAccess(among.rule, among.enter), { proof: { isNeeded } });

/**
 * The other access, where holders of a permission can do more by the route: its verb refuses them without a recent proof,
 * as `assertRecent` does.
 */
export const provenOfHolders = <Context extends SystemContext>(
  ofHolders: Permission,
  among: Access<Context>,
): Access<Context> => Object.assign(declareAccess(among.rule, among.enter), { proof: { ofHolders } });

/**
 * Refuses requests without a person, and without any of the permissions or without each; of tokens also those without any
 * of `scope`. Another organization's path does not exist. A token without permissions only reads.
 */
const memberOf =
  (
    permissions: readonly Permission[] = [],
    { isEachNeeded = false, scope = [] }: { isEachNeeded?: boolean; scope?: readonly Permission[] } = {},
  ) =>
  async (c: RequestContext): Promise<MemberContext> => {
    const actor = await cachedActor(c);
    if (!actor) throw errors.signed_out();
    const missing = permissions.filter((each) => !actor.permissions.has(each));
    const [permission] = missing;
    if (permission && (isEachNeeded || missing.length === permissions.length))
      throw errors.forbidden({ permission });
    const [ofToken] = scope;
    if (ofToken && !reaches(actor, scope)) throw errors.forbidden({ permission: ofToken });
    const isReading = c.req.method === "GET" || c.req.method === "HEAD";
    if (actor.kind === "token" && actor.permissions.size === 0 && !isReading) throw errors.token_reads();
    const isOfPath = c.req.param("orgId") !== undefined;
    if (isOfPath && idParameter(c, "orgId") !== actor.organizationId) throw errors.not_found();
    return memberContextOf(c, actor);
  };
