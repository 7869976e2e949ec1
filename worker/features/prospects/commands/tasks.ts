import type { Call, ChatCommand, Text } from "../../../lib/commands/command.ts";
import { type Card, card, type Item, type Press, plain, timestamp } from "../../../lib/commands/reply.ts";
import { listAssignableRoute } from "../../members/index.ts";
import { PROSPECT_TEXTS, TASKS_TEXTS as TEXTS } from "../prospects.commands.texts.ts";
import { getTeamOverviewRoute, listProspectsRoute } from "../prospects.routes.ts";
import type { Prospect } from "../prospects.schema.ts";
import { STATUS_TEXTS } from "../prospects.texts.ts";
import { assigneeOf, isOverdue } from "./facts.ts";

/** Tasks of a list that are read, and shown. */
const READ = 50;
const SHOWN = 6;
const PAGE = "/crm?view=list&stage=open&deadline=set";

type Filters = { deadline?: "set"; urgent?: "1"; assignedTo?: "me" | "none" };
const list = async (call: Call, filters: Filters): Promise<Prospect[]> =>
  (await call.ask(listProspectsRoute, { query: { ...filters, limit: `${READ}` } })).items;

/** A button that does what one of a prospect's card does, and shows the card below the list. */
const press = (call: Call, label: Text, action: "show" | "assign", { id, version }: Prospect): Press => ({
  ...{ label: call.say(label), command: PROSPECT_TEXTS.name.en, action, given: { id, version } },
  isNew: true,
});
const isFree = ({ assignedTo, can }: Prospect) => assignedTo === null && can.assign;

type View = { title: Text; tab: "mine" | "team"; other?: "mine" | "urgent" };

async function show(call: Call, tasks: readonly Prospect[], { title, tab, other }: View): Promise<Card> {
  const shown = tasks.slice(0, SHOWN);
  const { memberId } = call.actor;
  const isOthers = shown.some(({ assignedTo }) => assignedTo !== null && assignedTo !== memberId);
  const members = isOthers ? await call.ask(listAssignableRoute, {}) : [];
  const nameOf = ({ assignedTo }: Prospect) => members.find(({ id }) => id === assignedTo)?.displayName;
  const [first, free] = [tasks[0], tasks.find(isFree)];
  const [text, action, of] = free
    ? ([TEXTS.takeNext, "assign", free] as const)
    : ([TEXTS.showFirst, "show", first] as const);
  const item = (each: Prospect): Item => {
    const { id, displayName, status, deadline } = each;
    const values = {
      status: call.say(STATUS_TEXTS[status]),
      assignee: assigneeOf(call, each, nameOf(each)),
      when: timestamp(deadline ?? "", "R"),
    };
    const own = isFree(each)
      ? press(call, TEXTS.take, "assign", each)
      : press(call, TEXTS.open, "show", each);
    return {
      lines: [
        `**${plain(displayName)}**`,
        call.say(isOverdue(call, each) ? TEXTS.overdue : TEXTS.due, values),
      ],
      // Elsewhere a card could come to show what is not the user's own.
      button: call.isPersonal ? { label: call.say(TEXTS.open), href: call.link(`/crm?prospect=${id}`) } : own,
    };
  };
  return card({
    title: call.say(tasks.length > 0 ? title : TEXTS.none, {
      count: tasks.length < READ ? tasks.length : `${READ}+`,
    }),
    items: shown.map(item),
    note: call.more(tasks.length > shown.length),
    buttons: [
      of && !call.isPersonal && { ...press(call, text, action, of), style: "main" },
      other && { label: call.say(TEXTS[other === "mine" ? "onlyMine" : "everybody"]), action: other },
      { label: call.say(TEXTS.openAll), href: call.link(`${PAGE}&tab=${tab}`) },
    ],
  });
}

/** The user's own tasks, with a way to everybody's for who looks after these. */
async function mine(call: Call): Promise<Card> {
  const hasOthers = !call.isPersonal && (await call.may(getTeamOverviewRoute));
  const tasks = await list(call, { assignedTo: "me", deadline: "set" });
  return show(call, tasks, { title: TEXTS.mine, tab: "mine", ...(hasOthers ? { other: "urgent" } : {}) });
}

/** The urgent tasks of everybody whom the user sees, their own first, and those that nobody has. */
async function urgent(call: Call): Promise<Card> {
  const lists = [list(call, { urgent: "1" }), list(call, { urgent: "1", assignedTo: "none" })];
  const tasks = (await Promise.all(lists)).flat();
  const isOthers = ({ assignedTo }: Prospect) => assignedTo !== call.actor.memberId;
  const due = ({ deadline }: Prospect) => deadline ?? "";
  tasks.sort((a, b) => Number(isOthers(a)) - Number(isOthers(b)) || due(a).localeCompare(due(b)));
  return show(call, tasks, { title: TEXTS.urgent, tab: "team", other: "mine" });
}

/** Who needs an answer soon. */
export const tasksCommand: ChatCommand = {
  ...{ kind: "chat", name: TEXTS.name, description: TEXTS.description, isOwn: true },
  needs: [listProspectsRoute],
  run: mine,
  actions: { mine, urgent: (call) => (call.isPersonal ? mine(call) : urgent(call)) },
};
