import type { Call, Text } from "../../../lib/commands/command.ts";
import {
  type Arguments,
  type Card,
  card,
  type Field,
  type Press,
  plain,
  timestamp,
} from "../../../lib/commands/reply.ts";
import { isWithdrawal, needsAssignee, needsReason, type ProspectStatus } from "../pipeline.schema.ts";
import { PROSPECT_TEXTS as TEXTS } from "../prospects.commands.texts.ts";
import { listHistoryRoute } from "../prospects.routes.ts";
import { type Prospect, WITHDRAW_OUTCOMES } from "../prospects.schema.ts";
import { STATUS_TEXTS } from "../prospects.texts.ts";
import { assigneesOf } from "./assignee.ts";

const DAY_MS = 86_400_000;
/** Lines of the notes that a card has: the last ones. */
const NOTE_LINES = 4;
/** Most characters of a note or a reason. */
export const WORDS_LENGTH = 2_000;

/** Asks who takes over. */
export const assigneeField = (call: Call): Field => ({
  ...{ id: "assignee", type: "user", label: call.say(TEXTS.assignee) },
  description: call.say(TEXTS.assigneeHint),
});

/** What a move of a prospect asks for: its button's text, and the fields of its form, none where it is made at once. */
export function stepTo(call: Call, prospect: Prospect, to: ProspectStatus) {
  const [isLeaving, isRequired] = [isWithdrawal(prospect.status, to), needsReason(prospect, to)];
  const takesOver = needsAssignee(to) && prospect.assignedTo === null;
  const options = WITHDRAW_OUTCOMES.map((value) => ({ value, label: call.say(TEXTS[value]) }));
  const outcome = { id: "outcome", type: "choice", label: call.say(TEXTS.outcome), options } as const;
  const words = { id: "reason", type: "text", most: WORDS_LENGTH, isRequired } as const;
  const label = call.say(isRequired ? TEXTS.reason : TEXTS.comment);
  const fields: Field[] = [
    ...(takesOver ? [assigneeField(call)] : []),
    ...(isLeaving ? [{ ...outcome, value: "declined", isRequired }] : []),
    ...(isRequired || to === "inactive"
      ? [{ ...words, label, description: call.say(TEXTS.reasonHint) }]
      : []),
  ];
  const name = to === "onboarding" && isRequired ? "back" : isLeaving ? "leave" : to;
  return { text: TEXTS[`step_${name}`], fields, takesOver };
}

function buttonsOf(call: Call, prospect: Prospect, canUndo: boolean) {
  const { id, version, can, deadline, assignedTo } = prospect;
  const press = (text: Text, action: string, given: Arguments = {}, style?: Press["style"]): Press => ({
    ...{ label: call.say(text), action, given: { id, version, ...given } },
    ...(style ? { style } : {}),
  });
  const steps = (isLast: boolean) =>
    can.moveTo
      .filter((to) => (to === "inactive") === isLast)
      .map((to) => {
        const { text, fields } = stepTo(call, prospect, to);
        const style = isLast ? "danger" : to === "active" ? "good" : undefined;
        return press(text, fields.length > 0 ? "ask" : "move", { to }, style);
      });
  const extend = (text: Text, days: number) => press(text, "extend", { days, deadline });
  return [
    ...steps(false),
    ...(can.update ? [press(TEXTS.addNote, "writeNote")] : []),
    ...(can.setDeadline ? [extend(TEXTS.day1, 1), extend(TEXTS.days3, 3)] : []),
    ...(can.assign ? [press(assignedTo === null ? TEXTS.assign : TEXTS.reassign, "reassign")] : []),
    ...steps(true),
    ...(canUndo ? [press(TEXTS.undo, "undo")] : []),
    { label: call.say(TEXTS.open), href: call.link(`/crm?prospect=${id}`) },
  ];
}

/** The card of a prospect with what may be done next, and Undo right after a change that can be undone. */
export async function showProspect(call: Call, prospect: Prospect, canUndo = false): Promise<Card> {
  const { id, status, deadline, starCitizenId, notes } = prospect;
  const [assigneeOf, history] = await Promise.all([
    assigneesOf(call, [prospect]),
    call.ask(listHistoryRoute, { id, query: { limit: "1" } }),
  ]);
  const days = Math.floor((call.now.getTime() - Date.parse(prospect.stageChangedAt)) / DAY_MS);
  const since = call.say(days < 1 ? TEXTS.sinceToday : TEXTS.since, {
    status: call.say(STATUS_TEXTS[status]),
    days,
  });
  const isOverdue = deadline !== null && Date.parse(deadline) < call.now.getTime();
  const when = deadline && `${timestamp(deadline)} ${timestamp(deadline, "R")}`;
  const written = (notes ?? "").split("\n").filter((line) => line.trim() !== "");
  const { performedBy = "", createdAt = prospect.updatedAt } = history.items[0] ?? {};
  const last = { name: plain(performedBy), when: timestamp(createdAt, "R") };
  return card({
    title: plain(prospect.displayName),
    lines: [
      `-# ${since}`,
      call.say(TEXTS.assignedTo, { name: assigneeOf(prospect) }),
      ...(when ? [call.say(isOverdue ? TEXTS.deadlinePassed : TEXTS.deadline, { when })] : []),
      ...(starCitizenId ? [call.say(TEXTS.rsi, { handle: plain(starCitizenId) })] : []),
      ...written.slice(-NOTE_LINES).map((line) => `> ${plain(line)}`),
    ],
    ...(performedBy ? { note: call.say(TEXTS.last, last) } : {}),
    isIdle: status === "inactive",
    buttons: buttonsOf(call, prospect, canUndo),
  });
}

/** The instant some days after a deadline, or after now where that has passed or there is none; ISO 8601. */
export const later = ({ now }: Call, days: number, deadline: string | null): string =>
  new Date(Math.max(now.getTime(), deadline ? Date.parse(deadline) : 0) + days * DAY_MS).toISOString();
