import type { Call } from "../../../lib/commands/command.ts";
import { plain } from "../../../lib/commands/reply.ts";
import { memberIdOf } from "../../../lib/context.ts";
import { listAssignableRoute, listMembersRoute } from "../../members/index.ts";
import { PROSPECT_TEXTS as TEXTS } from "../prospects.commands.texts.ts";
import type { Prospect } from "../prospects.schema.ts";
import { prospectErrors } from "../prospects.texts.ts";

/** Returns what tells the assignee of each of some prospects. */
export async function assigneesOf(call: Call, prospects: readonly Prospect[]) {
  const { memberId } = call.actor;
  const isOthers = prospects.some(({ assignedTo }) => assignedTo !== null && assignedTo !== memberId);
  const members = isOthers ? await call.ask(listAssignableRoute, {}) : [];
  return ({ assignedTo }: Prospect): string => {
    if (assignedTo === null) return call.say(TEXTS.nobody);
    if (assignedTo === memberId) return call.say(TEXTS.you);
    const member = members.find(({ id }) => id === assignedTo);
    return member ? plain(member.displayName) : call.say(TEXTS.somebody);
  };
}

/** The member whom a user chose by their Discord id, the user where they chose nobody. @throws AppError assignee_unavailable */
export async function chosenMember(call: Call, discordId = ""): Promise<number> {
  if (discordId === "") return memberIdOf(call.actor);
  const { items } = await call.ask(listMembersRoute, { query: { q: discordId } });
  const member = items.find((each) => each.discordId === discordId);
  if (!member) throw prospectErrors.assignee_unavailable();
  return member.id;
}
