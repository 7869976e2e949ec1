import type { ActorKind } from "./actor.schema.ts";
import type { SystemRole } from "./permissions.schema.ts";
import type { Language } from "./wire.schema.ts";

/** The role that a user acts with. */
export type ActorRole = {
  id: number;
  key: SystemRole | null;
  name: string;
  priority: number;
  version: number;
};

/** Who acts. Every verb takes one, and history and audit keep its kind, user id and name. */
export type Actor = {
  kind: ActorKind;
  organizationId: number;
  /** Name that history and audit keep. */
  name: string;
  /** Null for jobs and bots, and for a user that the running batch creates. */
  userId: number | null;
  /** Null for actors that are not an active member. */
  memberId: number | null;
  permissions: ReadonlySet<string>;
  /** Members with a role below this priority can be changed; infinite for administrators and for jobs. */
  rank: number;
};

/** A user with a session in a browser. */
export type UserActor = Actor & {
  kind: "user";
  userId: number;
  sessionId: number;
  language: Language | null;
  role: ActorRole | null;
};

/**
 * An actor without a session or permissions: a job, which may do what it is written to do, a bot, a user that is
 * about to sign in, or with `userId` null one that is about to exist.
 */
export const actorWithoutSession = (
  kind: ActorKind,
  organizationId: number,
  name: string,
  userId: number | null = null,
): Actor => ({
  kind,
  organizationId,
  name,
  userId,
  memberId: null,
  permissions: new Set(),
  rank: kind === "job" ? Number.POSITIVE_INFINITY : 0,
});

/** Whether the actor may change a member whose role has this priority; null for a person who is no member. */
export const outranks = (actor: Actor, priority: number | null): boolean =>
  priority === null || actor.rank > priority;
