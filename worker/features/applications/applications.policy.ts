import { and, eq, or, type SQL, sql } from "drizzle-orm";
import type { Actor } from "../../lib/actor.ts";
import { isOwnedBy, owns } from "../contracts/index.ts";
import type { ApplicationKind } from "./applications.schema.ts";
import { contractApplications } from "./applications.table.ts";

/** Whether the actor reads and decides on applications for the security team. */
export const reviews = ({ permissions }: Actor): boolean => permissions.has("security.review");

type Target = { kind: ApplicationKind; userId: number; postedBy: number | null; createdBy: number | null };

/**
 * Whether the actor decides on an application: they look after the contract, or hold security.review for the team.
 * Nobody decides on their own.
 */
export const decidesOn = (actor: Actor, { kind, userId, postedBy, createdBy }: Target) =>
  userId !== actor.userId &&
  (kind === "security" ? reviews(actor) : owns(actor, { postedBy, createdBy: createdBy ?? 0 }));

/** SQL condition: the actor may see an application joined with its contract: their own, or one that they decide on. */
export const isVisibleTo = (actor: Actor): SQL =>
  and(
    sql`+${contractApplications.organizationId} = ${actor.organizationId}`,
    or(
      sql`+${contractApplications.userId} = ${actor.userId}`,
      and(eq(contractApplications.kind, "contract"), isOwnedBy(actor)),
      reviews(actor) ? eq(contractApplications.kind, "security") : undefined,
    ),
  ) as SQL;
