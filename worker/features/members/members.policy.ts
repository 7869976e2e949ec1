import { type Actor, outranks } from "../../lib/actor.ts";
import type { AppError } from "../../lib/errors.ts";
import { memberErrors } from "./members.errors.ts";
import type { Member } from "./members.schema.ts";

/** A member whom a verb is about, with the priority of their role. */
type Target = { id: number; displayName: string; rolePriority: number };

/** Why the actor cannot change a member, or null: users change members below themselves, and not themselves. */
export function changeRefusal(actor: Actor, member: Target): AppError | null {
  if (member.id === actor.memberId) return memberErrors.own_membership();
  return outranks(actor, member.rolePriority) ? null : memberErrors.outranked({ name: member.displayName });
}

/** What the actor may do with a member. */
export function abilities(actor: Actor, member: Target): Member["can"] {
  const may = actor.permissions.has("members.write") && changeRefusal(actor, member) === null;
  return { changeStatus: may, changeRole: may, endSessions: may };
}
