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

type Shared = {
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

type Person = Shared & { language: Language | null; role: ActorRole | null };

/** A user with a session in a browser. */
export type UserActor = Person & { kind: "user"; userId: number; sessionId: number };

/** A user that a batch creates or signs in, before there is a session. */
export type NewUserActor = Person & { kind: "user"; sessionId: null };

/** A client that acts for a user with an API token. */
export type TokenActor = Person & { kind: "token"; userId: number; tokenId: number };

/** A user who gave a command in Discord. */
export type InteractionActor = Person & { kind: "interaction"; userId: number; interactionId: string };

/** Work of the server itself: a cron job, the upkeep of a container. */
export type JobActor = Shared & { kind: "job"; userId: null; memberId: null };

/** One of the organization's Discord bots. */
export type BotActor = Shared & { kind: "bot"; userId: null; memberId: null };

/** Who acts. Every verb takes one, and history and audit keep its kind, user id and name. */
export type Actor = UserActor | NewUserActor | TokenActor | InteractionActor | JobActor | BotActor;

const NO_MEMBER = { userId: null, memberId: null, permissions: new Set<string>(), rank: 0 } as const;

/** A job of an organization. It asks for no permission: what it may do is what it is written to do. */
export const jobActor = (organizationId: number, name: string): JobActor => ({
  ...NO_MEMBER,
  kind: "job",
  organizationId,
  name,
  rank: Number.POSITIVE_INFINITY,
});

/** A bot of an organization. */
export const botActor = (organizationId: number, name: string): BotActor => ({
  ...NO_MEMBER,
  kind: "bot",
  organizationId,
  name,
});

/** A user without a session: one that is about to sign in, or with `userId` null one that is about to exist. */
export const newUserActor = (organizationId: number, name: string, userId: number | null): NewUserActor => ({
  ...NO_MEMBER,
  kind: "user",
  organizationId,
  name,
  userId,
  sessionId: null,
  language: null,
  role: null,
});

/** Whether the actor may change a member whose role has this priority; null for a person who is no member. */
export const outranks = (actor: Actor, priority: number | null): boolean =>
  priority === null || actor.rank > priority;
