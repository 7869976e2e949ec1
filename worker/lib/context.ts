import type { Actor, UserActor } from "./actor.ts";
import type { Db } from "./db/client.ts";
import type { Env } from "./env.ts";
import { errors } from "./errors.ts";
import type { Language } from "./wire.schema.ts";

/** What every verb needs besides its input. */
export type Context<Acting extends Actor = Actor> = {
  db: Db;
  env: Env;
  now: Date;
  /** Language of the answer. */
  language: Language;
  actor: Acting;
  /** Key of a request that creates a record, chosen by the client (see `record`). */
  idempotencyKey?: string | undefined;
};

/** The context of a verb for a signed-in user. */
export type UserContext = Context<UserActor>;

/** A context without an actor: for public routes and cron work over all organizations. */
export type SystemContext = Omit<Context, "actor">;

/** A context for an actor in the place of none or of another. */
export const actingAs = <Acting extends Actor>(context: SystemContext, actor: Acting): Context<Acting> => ({
  ...context,
  actor,
});

/** The acting member's id. @throws AppError forbidden for an actor that is not a member */
export function memberIdOf(actor: Actor): number {
  if (actor.memberId === null) throw errors.forbidden({ permission: "member" });
  return actor.memberId;
}
