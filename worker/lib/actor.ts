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

/** A user of an organization with what they may do. */
export type Person = Shared & {
  userId: number;
  language: Language | null;
  role: ActorRole | null;
  /** Their permissions are withheld until they have a second factor, which the organization asks them for. */
  isHeldBack: boolean;
};

/** A person with a session in a browser. */
export type SessionActor = Person & {
  kind: "user";
  sessionId: number;
  /** When they last proved who they are: signed in, or confirmed it since. */
  provenAt: string;
  /** When their session ends, however it is used. */
  endsAt: string;
};

/** A person's program, which acts with a token of theirs. */
export type TokenActor = Person & { kind: "token"; tokenId: number; tokenName: string };

/** A person who acts in Discord. */
export type InteractionActor = Person & { kind: "interaction"; interactionId: string };

/** A person by any way in, with the same rights. */
export type MemberActor = SessionActor | TokenActor | InteractionActor;

/** Minutes for which a proof of who a user is counts as recent. */
export const RECENT_MINUTES = 30;

/** Whether a person has recently proved who they are, which only a session in a browser can. */
export const isRecent = (actor: Actor, now: Date): boolean =>
  "provenAt" in actor && Date.parse(actor.provenAt) > now.getTime() - RECENT_MINUTES * 60_000;

/** A job of the server, a bot, or a user who signs in or is created by the running batch, with the session that it begins. */
type ActorWithoutSession = Shared & { kind: "job" | "bot" | "user"; sessionId: number | null };

/** The actor of a request or job; history and audit keep its kind, user id and name. */
export type Actor = MemberActor | ActorWithoutSession;

/** An actor without a session or permissions; a job may do what it is written to do. */
export const actorWithoutSession = (
  kind: ActorWithoutSession["kind"],
  organizationId: number,
  name: string,
  userId: number | null = null,
): ActorWithoutSession => ({
  kind,
  organizationId,
  name,
  userId,
  sessionId: null,
  memberId: null,
  permissions: new Set(),
  rank: kind === "job" ? Number.POSITIVE_INFINITY : 0,
});

/**
 * Whether an actor gets what is their own in a field that these permissions open: a person does without them, but a token
 * reaches no further than what it was given.
 */
export const reaches = ({ kind, permissions }: Actor, scope: readonly string[]): boolean =>
  kind !== "token" || scope.some((each) => permissions.has(each));

/** Whether the actor may change a member whose role has this priority; null for a person who is no member. */
export const outranks = (actor: Actor, priority: number | null): boolean =>
  priority === null || actor.rank > priority;
