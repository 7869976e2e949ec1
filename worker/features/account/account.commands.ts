import type { ChatCommand, Text } from "../../lib/commands/command.ts";
import { card, plain, timestamp } from "../../lib/commands/reply.ts";
import { listEventsRoute } from "../events/index.ts";
import { countTasksRoute } from "../prospects/index.ts";
import { ME_COMMAND_TEXTS as TEXTS } from "./account.commands.texts.ts";
import { getAccountRoute, getUserRoute } from "./account.routes.ts";

/** Who the caller is here, and what waits for them. */
export const meCommand: ChatCommand = {
  ...{ kind: "chat", name: TEXTS.name, description: TEXTS.description, isOwn: true },
  async run(call) {
    const events = async () =>
      (await call.may(listEventsRoute))
        ? (await call.ask(listEventsRoute, { query: { mine: "1", limit: "1" } })).items
        : [];
    const [user, { contracts }, tasks, [event]] = await Promise.all([
      call.ask(getUserRoute, {}),
      call.ask(getAccountRoute, {}),
      call.ask(countTasksRoute, {}),
      events(),
    ]);
    const { member, role, rsiHandle, notices } = user;
    const since = member ? `, ${call.say(TEXTS.since, { day: timestamp(member.joinedAt, "D") })}` : "";
    const overdue = tasks.overdue > 0 ? `, **${call.say(TEXTS.overdue, tasks)}**` : "";
    const sums = Object.entries(contracts.balances).map(([name, sum]) => `${call.number(sum)} ${name}`);
    const when = event ? `${timestamp(event.startsAt)} ${timestamp(event.startsAt, "R")}` : "";
    const page = (label: Text, path: string) => ({ label: call.say(label), href: call.link(path) });
    return card({
      title: plain(user.displayName, 100),
      lines: [
        role === null ? call.say(TEXTS.no_role) : `${plain(role, 60)}${since}`,
        rsiHandle === null ? call.say(TEXTS.no_rsi) : call.say(TEXTS.rsi, { handle: plain(rsiHandle) }),
        call.say(TEXTS.tasks, tasks) + overdue,
        ...(event ? [call.say(TEXTS.event, { title: `**${plain(event.title, 120)}**`, when })] : []),
        call.say(TEXTS.balances, { sums: sums.join(", ") }),
        call.say(TEXTS.notices, { count: notices }),
      ],
      buttons: [
        page(TEXTS.account, "/account"),
        ...(tasks.assigned > 0 ? [page(TEXTS.openTasks, "/crm?tab=mine")] : []),
        ...(event ? [page(TEXTS.openEvent, `/organization?tab=events&event=${event.id}`)] : []),
      ],
    });
  },
};
