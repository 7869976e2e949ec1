import { type Actor, isRecent, type MemberActor, RECENT_MINUTES, type SessionActor } from "./actor.ts";
import type { Db } from "./db/client.ts";
import type { Env } from "./env.ts";
import { type AppError, errors } from "./errors.ts";
import type { Language } from "./wire.schema.ts";

/** What public routes and the work of jobs over all organizations need: a context in which nobody acts. */
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
  /** Lets work go on after the answer; what fails of it is logged. Left out, there is nobody to wait for it. */
  later?: (work: Promise<unknown>) => void;
};

/** What writes history, audit and notices needs: an actor, be it a person or a job. */
export type Context = SystemContext & { actor: Actor };

/** What a verb needs that a person calls: by a browser, a token or Discord, which it never asks. */
export type MemberContext = SystemContext & { actor: MemberActor };

/** What sign-in, second factor, sessions and a recent proof need, and nothing else does: a session in a browser. */
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

/** What a person is told who has not recently proved who they are. */
export const proofMissing = (actor: Actor): AppError =>
  actor.kind === "user"
    ? errors.reauthentication_required({ minutes: RECENT_MINUTES })
    : errors.session_required();
