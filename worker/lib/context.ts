import { type Actor, isRecent, RECENT_MINUTES, type UserActor } from "./actor.ts";
import type { Db } from "./db/client.ts";
import type { Env } from "./env.ts";
import { errors } from "./errors.ts";
import type { Language } from "./wire.schema.ts";

/** A context without an actor: for public routes and cron work over all organizations. */
export type SystemContext = {
  db: Db;
  env: Env;
  now: Date;
  /** Language of the answer. */
  language: Language;
  /** Key of a request that creates a record, chosen by the client (see `record`). */
  idempotencyKey?: string | undefined;
  /** Lets work go on after the answer; what fails of it is logged. Left out, there is nobody to wait for it. */
  later?: (work: Promise<unknown>) => void;
};

/** What every verb needs besides its input. */
export type Context = SystemContext & { actor: Actor };

/** The context of a verb for a signed-in user. */
export type UserContext = SystemContext & { actor: UserActor };

/** The acting member's id. @throws AppError forbidden for an actor that is not a member */
export function memberIdOf(actor: Actor): number {
  if (actor.memberId === null) throw errors.forbidden({ permission: "member" });
  return actor.memberId;
}

/** Refuses a user who has not proved who they are within RECENT_MINUTES. @throws AppError reauthentication_required */
export function requireRecent(actor: UserActor, now: Date): void {
  if (!isRecent(actor, now)) throw errors.reauthentication_required({ minutes: RECENT_MINUTES });
}
