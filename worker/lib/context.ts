import type { Db } from "./db/client.ts";
import type { Env } from "./env.ts";
import { AppError } from "./errors.ts";
import type { SystemRole } from "./permissions.schema.ts";
import type { Language } from "./wire.schema.ts";

/** Who acts, as the session says. */
export type Actor = {
  userId: number;
  sessionId: number;
  organizationId: number;
  name: string;
  language: Language | null;
  /** Null for a person who is not an active member. */
  memberId: number | null;
  role: { id: number; key: SystemRole | null; name: string; priority: number; version: number } | null;
  permissions: ReadonlySet<string>;
  /** Revision of each topic of the organization when the request began. */
  revisions: Readonly<Record<string, number>>;
};

/** Whoever a change is attributed to; jobs and bots have no user. */
export type Performer = { kind: "user" | "job" | "bot"; userId: number | null; name: string };

/** What every service verb needs besides its input. */
export type Context = {
  db: Db;
  env: Env;
  now: Date;
  language: Language;
  actor: Actor;
};

/** A context for work without a session: jobs, and verbs that anyone may call. */
export type SystemContext = Omit<Context, "actor">;

export const performerOf = (actor: Actor): Performer => ({
  kind: "user",
  userId: actor.userId,
  name: actor.name,
});

/** The acting member's id. @throws AppError forbidden for a person who is not a member */
export function memberIdOf(actor: Actor): number {
  if (actor.memberId === null) throw new AppError("forbidden", { permission: "member" });
  return actor.memberId;
}
