import type { Call, ChatCommand, Text } from "../../../lib/commands/command.ts";
import { type Card, card, type Item, type Press, plain } from "../../../lib/commands/reply.ts";
import { timestamp } from "../../../lib/times.schema.ts";
import { listAssignableRoute } from "../../members/index.ts";
import { PROSPECT_TEXTS, TASKS_TEXTS as TEXTS } from "../prospects.commands.texts.ts";
import { getTeamOverviewRoute, listProspectsRoute } from "../prospects.routes.ts";
import type { Prospect } from "../prospects.schema.ts";
import { STATUS_TEXTS } from "../prospects.texts.ts";
import { assigneeOf, isOverdue } from "./facts.ts";

/** Most tasks of a list that are read, and shown. */
const READ = 50;
const SHOWN = 6;
const PAGE = "/crm?view=list&stage=open";

type Filters = { stage?: "open"; urgent?: "1"; assignedTo?: "me" | "none" };
const list = async (call: Call, filters: Filters): Promise<Prospect[]> =>
  (await call.ask(listProspectsRoute, { query: { ...filters, limit: `${READ}` } })).items;

/** A button with an action of a prospect's card, which shows the card below the list. */
const press = (call: Call, label: Text, action: "show" | "assign", { id, version }: Prospect): Press => ({
  label: call.say(label),
  command: PROSPECT_TEXTS.name.en,
  action,
  given: { id, version },
  isNew: true,
});
const isFree = ({ assignedTo, can }: Prospect) => assignedTo === null && can.assign;

/** `more` is the sentence about the `others`, which are in the list but are no tasks. */
type View = { title: Text; more: Text; others: Prospect[]; page: string; other?: "mine" | "urgent" };

async function show(call: Call, listed: readonly Prospect[], view: View): Promise<Card> {
  const { title, more, others, page, other } = view;
  const shown = listed.slice(0, SHOWN);
  const words = (text: Text, count: number, isLast: boolean) =>
    call.say(text, { count: isLast && listed.length >= READ ? `${count}+` : count });
  const [tasks, rest] = [listed.length - others.length, others.length];
  const { memberId } = call.actor;
  const isOthers = shown.some(({ assignedTo }) => assignedTo !== null && assignedTo !== memberId);
  const members = isOthers ? await call.ask(listAssignableRoute, {}) : [];
  const nameOf = ({ assignedTo }: Prospect) => members.find(({ id }) => id === assignedTo)?.displayName;
  const [first, free] = [listed[0], listed.find(isFree)];
  const [text, action, of] = free
    ? ([TEXTS.takeNext, "assign", free] as const)
    : ([TEXTS.showFirst, "show", first] as const);
  const item = (each: Prospect): Item => {
    const { id, displayName, status, deadline } = each;
    const values = {
      status: call.say(STATUS_TEXTS[status]),
      assignee: assigneeOf(call, each, nameOf(each)),
      when: deadline === null ? "" : timestamp(deadline, "R"),
    };
    const due = deadline === null ? TEXTS.undated : isOverdue(call, each) ? TEXTS.overdue : TEXTS.due;
    const own = isFree(each)
      ? press(call, TEXTS.take, "assign", each)
      : press(call, TEXTS.open, "show", each);
    return {
      lines: [`**${plain(displayName)}**`, call.say(due, values)],
      // Outside the server a card could show prospects that are not the user's own.
      button: call.isPersonal ? { label: call.say(TEXTS.open), href: call.link(`/crm?prospect=${id}`) } : own,
    };
  };
  return card({
    title: listed.length
      ? words(title, tasks, rest === 0) + (rest ? words(more, rest, true) : "")
      : call.say(TEXTS.none),
    items: shown.map(item),
    note: call.more(listed.length > shown.length),
    buttons: [
      of && !call.isPersonal && { ...press(call, text, action, of), style: "main" },
      other && { label: call.say(TEXTS[other === "mine" ? "onlyMine" : "everybody"]), action: other },
      { label: call.say(TEXTS.openAll), href: call.link(PAGE + page) },
    ],
  });
}

/** The user's own tasks and prospects without a deadline, with a button for everybody's where the user may see those. */
async function mine(call: Call): Promise<Card> {
  const hasOthers = !call.isPersonal && (await call.may(getTeamOverviewRoute));
  const own = await list(call, { assignedTo: "me", stage: "open" });
  const others = own.filter(({ deadline }) => deadline === null);
  const view = { title: TEXTS.mine, more: TEXTS.withoutDeadline, others, page: "&tab=mine" };
  return show(call, own, { ...view, ...(hasOthers ? { other: "urgent" } : {}) });
}

/** All urgent tasks that the user sees, their own first, and unassigned ones. */
async function urgent(call: Call): Promise<Card> {
  const lists = [list(call, { urgent: "1" }), list(call, { urgent: "1", assignedTo: "none" })];
  const people = (await Promise.all(lists)).flat();
  const others = people.filter(({ assignedTo }) => assignedTo === null);
  const isOthers = ({ assignedTo }: Prospect) => assignedTo !== call.actor.memberId;
  const due = ({ deadline }: Prospect) => deadline ?? "";
  people.sort((a, b) => Number(isOthers(a)) - Number(isOthers(b)) || due(a).localeCompare(due(b)));
  const view = { title: TEXTS.urgent, more: TEXTS.withoutAssignee, others, page: "&deadline=set&tab=team" };
  return show(call, people, { ...view, other: "mine" });
}

/** Lists urgent tasks. */
export const tasksCommand: ChatCommand = {
  kind: "chat",
  name: TEXTS.name,
  description: TEXTS.description,
  isOwn: true,
  needs: [listProspectsRoute],
  run: mine,
  actions: { mine, urgent: (call) => (call.isPersonal ? mine(call) : urgent(call)) },
};
