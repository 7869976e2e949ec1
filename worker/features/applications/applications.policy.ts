import { and, eq, or, type SQL, sql } from "drizzle-orm";
import { type Actor, reaches } from "../../lib/actor.ts";
import type { MemberContext } from "../../lib/context.ts";
import { errors } from "../../lib/errors.ts";
import type { Permission } from "../../lib/permissions.schema.ts";
import { isOwnedBy, owns } from "../contracts/index.ts";
import { APPLICATION_KINDS, type ApplicationKind } from "./applications.schema.ts";
import { contractApplications } from "./applications.table.ts";

/** Whether the actor reads and decides on applications for the security team. */
export const reviews = ({ permissions }: Actor): boolean => permissions.has("security.review");

/** @throws AppError forbidden */
export function assertPermission({ actor }: MemberContext, permission: Permission): void {
  if (!actor.permissions.has(permission)) throw errors.forbidden({ permission });
}

type Target = { kind: ApplicationKind; userId: number; postedBy: number | null; createdBy: number | null };

/**
 * Whether the actor decides on an application: as the contract's owner, or with security.review for the team. Nobody decides on
 * their own.
 */
export const decidesOn = (actor: Actor, { kind, userId, postedBy, createdBy }: Target) =>
  userId !== actor.userId &&
  (kind === "security" ? reviews(actor) : owns(actor, { postedBy, createdBy: createdBy ?? 0 }));

/** The permissions for applications of each kind. */
const SCOPES = {
  contract: ["contracts.read"],
  security: ["security.view", "security.review"],
} satisfies Record<ApplicationKind, Permission[]>;

/** SQL condition: an application is the actor's own, and of a kind that they have permission for. */
export const isOwn = (actor: Actor): SQL =>
  and(
    sql`+${contractApplications.userId} = ${actor.userId}`,
    ...APPLICATION_KINDS.filter((kind) => !reaches(actor, SCOPES[kind])).map(
      (kind) => sql`+${contractApplications.kind} <> ${kind}`,
    ),
  ) as SQL;

/** SQL condition: the actor may see an application joined with its contract: their own, or one that they decide on. */
export const isVisibleTo = (actor: Actor): SQL =>
  and(
    sql`+${contractApplications.organizationId} = ${actor.organizationId}`,
    or(
      isOwn(actor),
      and(eq(contractApplications.kind, "contract"), isOwnedBy(actor)),
      reviews(actor) ? eq(contractApplications.kind, "security") : undefined,
    ),
  ) as SQL;
