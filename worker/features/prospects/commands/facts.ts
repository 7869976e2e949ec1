import type { Call } from "../../../lib/commands/command.ts";
import { plain } from "../../../lib/commands/reply.ts";
import { timestamp } from "../../../lib/times.schema.ts";
import { PROSPECT_TEXTS as TEXTS } from "../prospects.commands.texts.ts";
import type { Prospect } from "../prospects.schema.ts";
import { STATUS_TEXTS } from "../prospects.texts.ts";

export const DAY_MS = 86_400_000;
/** Most lines of the notes on a card: the last ones. */
const NOTE_LINES = 4;

/** The assignee of a prospect. @param name if known */
export function assigneeOf(call: Call, { assignedTo, assigneeName }: Prospect, name = assigneeName): string {
  if (assignedTo === null) return call.say(TEXTS.nobody);
  if (assignedTo === call.actor.memberId) return call.say(TEXTS.you);
  return name ? plain(name) : call.say(TEXTS.another);
}

export const isOverdue = ({ now }: Call, { deadline }: Prospect): boolean =>
  deadline !== null && Date.parse(deadline) < now.getTime();

/** The lines of a prospect's card; those that are empty are left out. */
export function factsOf(call: Call, prospect: Prospect): string[] {
  const { status, deadline, starCitizenId, stageChangedAt, notes } = prospect;
  const days = Math.floor((call.now.getTime() - Date.parse(stageChangedAt)) / DAY_MS);
  const stage = { status: call.say(STATUS_TEXTS[status]), days };
  const when = deadline && `${timestamp(deadline)} ${timestamp(deadline, "R")}`;
  const written = (notes ?? "").split("\n").filter((line) => line.trim());
  return [
    `-# ${call.say(days < 1 ? TEXTS.sinceToday : TEXTS.since, stage)}`,
    call.say(TEXTS.assignedTo, { name: assigneeOf(call, prospect) }),
    when ? call.say(isOverdue(call, prospect) ? TEXTS.deadlinePassed : TEXTS.deadline, { when }) : "",
    starCitizenId ? call.say(TEXTS.rsi, { handle: plain(starCitizenId) }) : "",
    ...written.slice(-NOTE_LINES).map((line) => `> ${plain(line)}`),
  ];
}
