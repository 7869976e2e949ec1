import type { Call } from "../../../lib/commands/command.ts";
import { plain, timestamp } from "../../../lib/commands/reply.ts";
import { listAssignableRoute } from "../../members/index.ts";
import { PROSPECT_TEXTS as TEXTS } from "../prospects.commands.texts.ts";
import type { Prospect } from "../prospects.schema.ts";
import { STATUS_TEXTS } from "../prospects.texts.ts";

export const DAY_MS = 86_400_000;
/** Lines of the notes that a card has: the last ones. */
const NOTE_LINES = 4;

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

export const isOverdue = ({ now }: Call, { deadline }: Prospect): boolean =>
  deadline !== null && Date.parse(deadline) < now.getTime();

/** The lines of a prospect's card; those that are empty are left out. */
export async function factsOf(call: Call, prospect: Prospect): Promise<string[]> {
  const { status, deadline, starCitizenId, stageChangedAt, notes } = prospect;
  const assigneeOf = await assigneesOf(call, [prospect]);
  const days = Math.floor((call.now.getTime() - Date.parse(stageChangedAt)) / DAY_MS);
  const stage = { status: call.say(STATUS_TEXTS[status]), days };
  const when = deadline && `${timestamp(deadline)} ${timestamp(deadline, "R")}`;
  const written = (notes ?? "").split("\n").filter((line) => line.trim());
  return [
    `-# ${call.say(days < 1 ? TEXTS.sinceToday : TEXTS.since, stage)}`,
    call.say(TEXTS.assignedTo, { name: assigneeOf(prospect) }),
    when ? call.say(isOverdue(call, prospect) ? TEXTS.deadlinePassed : TEXTS.deadline, { when }) : "",
    starCitizenId ? call.say(TEXTS.rsi, { handle: plain(starCitizenId) }) : "",
    ...written.slice(-NOTE_LINES).map((line) => `> ${plain(line)}`),
  ];
}
