import { type Actor, isRecent, type MemberActor, RECENT_MINUTES, type SessionActor } from "./actor.ts";
import type { Db } from "./db/client.ts";
import type { Env } from "./env.ts";
import { type AppError, errors } from "./errors.ts";
import type { Language } from "./wire.schema.ts";

/** The context of public routes and of jobs over all organizations: it has no actor. */
export type SystemContext = {
  db: Db;
  /** Opens D1 anew for a long read that no replica may answer; left out, `db` is such a client. */
  openPrimary?: () => Db;
  env: Env;
  now: Date;
  /** Language of the answer. */
  language: Language;
  /** Key of a request that creates a record, chosen by the client (see `record`). */
  idempotencyKey?: string | undefined;
  /** Lets work go on after the answer, and logs its failures. Left out where no answer is waited for. */
  later?: (work: Promise<unknown>) => void;
};

/** The context of work that writes history, audit and notices: a person or a job acts. */
export type Context = SystemContext & { actor: Actor };

/** The context of verbs that a person calls, by a browser, a token or Discord; a verb never asks which. */
export type MemberContext = SystemContext & { actor: MemberActor };

/** The context of sign-in, second factor, sessions and recent proofs alone: a session in a browser. */
export type SessionContext = SystemContext & { actor: SessionActor };

/** The input of a verb for one record: its id, and what is said of it. */
export type ById<Input = unknown> = { id: number } & Input;

/** The acting member's id. @throws AppError forbidden for an actor that is not a member */
export function memberIdOf(actor: Actor): number {
  if (actor.memberId === null) throw errors.forbidden({ permission: "member" });
  return actor.memberId;
}

/** @throws AppError session_required for a person who does not act in a browser */
export function assertSession(actor: MemberActor): asserts actor is SessionActor {
  if (actor.kind !== "user") throw errors.session_required();
}

/**
 * Refuses a person who has not proved who they are within RECENT_MINUTES. Only a session can: a token or an interaction
 * never gets a recent proof.
 * @throws AppError reauthentication_required, session_required
 */
export function assertRecent(actor: Actor, now: Date): void {
  if (!isRecent(actor, now)) throw proofMissing(actor);
}

/** The refusal for a user without a recent proof of identity. */
export const proofMissing = (actor: Actor): AppError =>
  actor.kind === "user"
    ? errors.reauthentication_required({ minutes: RECENT_MINUTES })
    : errors.session_required();
