import { type Actor, outranks } from "../../lib/actor.ts";
import { type AppError, defineErrors } from "../../lib/errors.ts";
import type { Member } from "./members.schema.ts";

export const memberErrors = defineErrors({
  own_membership: {
    status: 403,
    en: "You cannot change your own membership. Ask another member with a role above yours.",
    da: "Du kan ikke ændre dit eget medlemskab. Bed et andet medlem med en rolle over din.",
  },
  outranked: {
    status: 403,
    en: "{name} holds a role as high as yours or higher. Ask somebody above you to make this change.",
    da: "{name} har en rolle på niveau med din eller højere. Bed en over dig om at foretage ændringen.",
  },
  last_administrator: {
    status: 409,
    en: "{name} is the last active administrator. Make another one first.",
    da: "{name} er den sidste aktive administrator. Udnævn en anden først.",
  },
});

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
