import { type Actor, outranks } from "../../lib/actor.ts";
import { type AppError, defineErrors, errors, problem } from "../../lib/errors.ts";
import type { Permission } from "../../lib/permissions.schema.ts";
import type { Language } from "../../lib/wire.schema.ts";
import type { ListedUser, Member } from "./members.schema.ts";

export const memberErrors = defineErrors({
  own_membership: problem(403)(
    "You cannot change your own membership. Ask another member with a role above yours.",
    "Du kan ikke ændre dit eget medlemskab. Bed et andet medlem med en rolle over din.",
  ),
  outranked: problem(403, "rights_exceeded")(
    "{name} holds a role as high as yours or higher. Ask somebody above you to make this change.",
    "{name} har en rolle på niveau med din eller højere. Bed en over dig om at foretage ændringen.",
  ),
  last_administrator: problem(409)(
    "{name} is the last active administrator. Make another one first.",
    "{name} er den sidste aktive administrator. Udnævn en anden først.",
  ),
  member_inactive: problem(409)(
    "{name} is inactive. Set them active first.",
    "{name} er inaktiv. Gør medlemmet aktivt først.",
  ),
  without_role: problem(409)(
    "{name} has no role yet. Make the prospect active first: that gives a role.",
    "{name} har endnu ingen rolle. Gør først kandidaten aktiv: det giver en rolle.",
  ),
  password_link_beyond: problem(403, "rights_exceeded")(
    "{name} may do things here that you may not, and the link signs in as them. Ask an administrator to make it.",
    "{name} må noget her, som du ikke må, og linket logger ind som vedkommende. Bed en administrator om at lave det.",
  ),
  sign_in_name_taken: problem(409)(
    "The name {username} to sign in with belongs to somebody else, or looks like theirs. {name} can sign in with Discord, or gets a password after another username there.",
    "Navnet {username} at logge ind med tilhører en anden eller ligner en andens. {name} kan logge ind med Discord eller få en adgangskode efter et nyt brugernavn dér.",
  ),
});

type Target = { id: number; displayName: string; rolePriority: number };

/** Why the actor cannot change a member, or null: users change only members below themselves. */
export function changeRefusal(actor: Actor, member: Target): AppError | null {
  if (member.id === actor.memberId) return memberErrors.own_membership();
  return outranks(actor, member.rolePriority) ? null : memberErrors.outranked({ name: member.displayName });
}

/** A member, or a user without a role: without id and rank. */
type User = {
  id: number | null;
  displayName: string;
  rolePriority: number | null;
  status: ListedUser["status"];
};

const without = ({ permissions }: Actor, ...enough: [Permission, ...Permission[]]): AppError | null =>
  enough.some((each) => permissions.has(each)) ? null : errors.forbidden({ permission: enough.join(", ") });

/** Why the actor cannot act on a user, for each action; null where they can. */
function refusals(actor: Actor, user: User): Record<keyof Member["can"], AppError | null> {
  const { id, displayName: name, rolePriority, status } = user;
  const isMember = id !== null && rolePriority !== null;
  const above = isMember ? changeRefusal(actor, { id, displayName: name, rolePriority }) : null;
  const roleless = isMember ? null : memberErrors.without_role({ name });
  const change = without(actor, "members.write") ?? roleless ?? above;
  const inactive = status === "inactive" ? memberErrors.member_inactive({ name }) : null;
  const administer = without(actor, "admin.users") ?? above;
  return {
    changeStatus: change,
    changeRole: change,
    endSessions: isMember ? (without(actor, "members.write", "admin.users") ?? above) : administer,
    makePasswordLink: administer ?? roleless ?? inactive,
    delete: administer,
  };
}

/** The actor's abilities on a user, and the reasons of those refused. */
export function abilities(actor: Actor, language: Language, user: User): Pick<Member, "can" | "why"> {
  const found = Object.entries(refusals(actor, user));
  return {
    can: Object.fromEntries(found.map(([action, refusal]) => [action, refusal === null])) as Member["can"],
    why: Object.fromEntries(
      found.map(([action, refusal]) => [action, refusal?.text(language) ?? null]),
    ) as Member["why"],
  };
}
