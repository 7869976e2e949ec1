import { type Action, type Call, type ChatCommand, edit, idOf } from "../../../lib/commands/command.ts";
import { type Named, namedOption, showNamed } from "../../../lib/commands/named.ts";
import { type Card, card, form, type Press, plain } from "../../../lib/commands/reply.ts";
import { memberIdOf } from "../../../lib/context.ts";
import { dayOf } from "../../../lib/days.ts";
import { memberOf } from "../../members/index.ts";
import { isWithdrawal, needsAssignee, needsReason } from "../pipeline.schema.ts";
import { PROSPECT_TEXTS as TEXTS } from "../prospects.commands.texts.ts";
import * as routes from "../prospects.routes.ts";
import type { Prospect, ProspectStatus, StatusInput } from "../prospects.schema.ts";
import { COMMENT_LENGTH, SEARCH_LENGTH } from "../prospects.schema.ts";
import { prospectErrors, STATUS_TEXTS } from "../prospects.texts.ts";
import { DAY_MS, factsOf } from "./facts.ts";

const PROSPECTS: Named<Prospect> = {
  get: (call, id) => call.ask(routes.getProspectRoute, { id }),
  list: (call, q, limit) => call.ask(routes.listProspectsRoute, { query: { q, limit } }),
  label: (call, { displayName, status }) => `${displayName} · ${call.say(STATUS_TEXTS[status])}`,
};

/** The button of a move; its arguments are those of the move's route. */
function step(call: Call, prospect: Prospect, to: ProspectStatus): Press {
  const { id, version, status, assignedTo } = prospect;
  const [isLeaving, isExplained] = [isWithdrawal(status, to), needsReason(prospect, to)];
  const name = isLeaving ? "leave" : isExplained && to === "onboarding" ? "back" : to;
  return {
    label: call.say(TEXTS[`step_${name}`]),
    action: isExplained || to === "inactive" ? "explain" : "move",
    given: {
      id,
      version,
      status: to,
      ...(isLeaving ? { outcome: "declined" } : {}),
      ...(needsAssignee(to) && assignedTo === null ? { assignedTo: call.actor.memberId } : {}),
    },
    style: to === "active" ? "good" : to === "inactive" ? "danger" : undefined,
  };
}

/** A prospect's card with the possible next acts. */
function show(call: Call, prospect: Prospect): Card {
  const { id, version, can, deadline, assignedTo, status } = prospect;
  const given = { id, version };
  const extend = (days: number) => ({
    label: call.say(TEXTS.days, { days }),
    action: "extend",
    given: { ...given, days, deadline },
  });
  const placeholder = call.say(assignedTo === null ? TEXTS.assign : TEXTS.reassign);
  return card({
    title: plain(prospect.displayName),
    lines: factsOf(call, prospect),
    isIdle: status === "inactive",
    menu: can.assign ? { placeholder, action: "assign", given, isUsers: true } : undefined,
    buttons: [
      ...can.moveTo.filter((to) => to !== "inactive").map((to) => step(call, prospect, to)),
      can.update && { label: call.say(TEXTS.addNote), action: "writeNote", given },
      ...(can.setDeadline ? [1, 3] : []).map(extend),
      can.moveTo.includes("inactive") && step(call, prospect, "inactive"),
      { label: call.say(TEXTS.open), href: call.link(`/crm?prospect=${id}`) },
    ],
  });
}

/** Opens a dialog for an action's input: a reason, with what a user reads who is declined, or a note. */
const asks =
  (field: "reason" | "note", action: string): Action =>
  async (call, given) => {
    const prospect = await PROSPECTS.get(call, idOf(given));
    const isRequired = field === "note" || needsReason(prospect, given["status"] as ProspectStatus);
    const asked = [
      field,
      ...(given["outcome"] && prospect.userId !== null ? ["words" as const] : []),
    ] as const;
    const fields = asked.map((id) => ({
      ...{ id, type: "text" as const, most: COMMENT_LENGTH, isRequired: id === field && isRequired },
      ...{ label: call.say(TEXTS[id]), description: call.say(TEXTS[`${id}Hint`]) },
    }));
    return form({ title: prospect.displayName, action, given, fields });
  };

/** A prospect by name. */
export const prospectCommand: ChatCommand = {
  kind: "chat",
  name: TEXTS.name,
  description: TEXTS.description,
  needs: [routes.listProspectsRoute],
  options: [namedOption(PROSPECTS, TEXTS.option, TEXTS.optionDescription, SEARCH_LENGTH)],
  run: (call, { name }) => showNamed(call, PROSPECTS, `${name}`, show),
  actions: {
    show: async (call, given) => show(call, await PROSPECTS.get(call, idOf(given))),
    explain: asks("reason", "move"),
    async move(call, { id, ...body }, values) {
      const input = { ...body, ...values } as StatusInput;
      return show(call, await call.ask(routes.changeStatusRoute, { id: Number(id), body: input }));
    },
    // Assigns to the user where no member was chosen.
    async assign(call, given, { chosen }) {
      const member = chosen ? await memberOf(call, chosen) : { id: memberIdOf(call.actor), displayName: "" };
      if (!member) throw prospectErrors.assignee_unavailable();
      const prospect = await call.ask(routes.assignProspectRoute, edit(given, { assignedTo: member.id }));
      return show(call, { ...prospect, assigneeName: member.displayName });
    },
    async extend(call, given) {
      const from = Math.max(call.now.getTime(), Date.parse(`${given["deadline"]}`) || 0);
      const deadline = new Date(from + Number(given["days"]) * DAY_MS).toISOString();
      return show(call, await call.ask(routes.changeDeadlineRoute, edit(given, { deadline })));
    },
    writeNote: asks("note", "addNote"),
    async addNote(call, given, { note = "" }) {
      const { notes } = await PROSPECTS.get(call, idOf(given));
      const all = `${notes ? `${notes}\n` : ""}${dayOf(call.now)} ${call.actor.name}: ${note.trim()}`;
      return show(call, await call.ask(routes.changeNotesRoute, edit(given, { notes: all })));
    },
  },
};
