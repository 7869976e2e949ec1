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
  member_inactive: {
    status: 409,
    en: "{name} is inactive. Set them active first.",
    da: "{name} er inaktiv. Gør medlemmet aktivt først.",
  },
  password_link_beyond: {
    status: 403,
    en: "{name} may do things here that you may not, and the link signs in as them. Ask an administrator to make it.",
    da: "{name} må noget her, som du ikke må, og linket logger ind som vedkommende. Bed en administrator om at lave det.",
  },
  sign_in_name_taken: {
    status: 409,
    en: "The name {username} to sign in with belongs to somebody else, or looks like theirs. {name} can sign in with Discord, or gets a password after another username there.",
    da: "Navnet {username} at logge ind med tilhører en anden eller ligner en andens. {name} kan logge ind med Discord eller få en adgangskode efter et nyt brugernavn dér.",
  },
});

type Target = { id: number; displayName: string; rolePriority: number; status: Member["status"] };

/** Why the actor cannot change a member, or null: users change only members below themselves. */
export function changeRefusal(actor: Actor, member: Omit<Target, "status">): AppError | null {
  if (member.id === actor.memberId) return memberErrors.own_membership();
  return outranks(actor, member.rolePriority) ? null : memberErrors.outranked({ name: member.displayName });
}

export function abilities(actor: Actor, member: Target): Member["can"] {
  const isBelow = changeRefusal(actor, member) === null;
  const may = isBelow && actor.permissions.has("members.write");
  const mayDelete = isBelow && actor.permissions.has("admin.users");
  return {
    changeStatus: may,
    changeRole: may,
    endSessions: may || mayDelete,
    makePasswordLink: mayDelete && member.status === "active",
    delete: mayDelete,
  };
}
