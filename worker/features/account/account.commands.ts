import type { ChatCommand } from "../../lib/commands/command.ts";
import { card, plain, timestamp } from "../../lib/commands/reply.ts";
import { listEventsRoute } from "../events/index.ts";
import { listProspectsRoute } from "../prospects/index.ts";
import { ME_COMMAND_TEXTS as TEXTS } from "./account.commands.texts.ts";
import { getUserRoute } from "./account.routes.ts";

/** Who the caller is here, and ways to what waits for them. */
export const meCommand: ChatCommand = {
  ...{ kind: "chat", name: TEXTS.name, description: TEXTS.description, isOwn: true },
  async run(call) {
    const { displayName, member, role, rsiHandle, notices } = await call.ask(getUserRoute, {});
    const [hasTasks, hasEvents] = [await call.may(listProspectsRoute), await call.may(listEventsRoute)];
    const since = member ? `, ${call.say(TEXTS.since, { day: timestamp(member.joinedAt, "D") })}` : "";
    return card({
      title: plain(displayName, 100),
      lines: [
        role === null ? call.say(TEXTS.no_role) : `${plain(role, 60)}${since}`,
        rsiHandle === null ? call.say(TEXTS.no_rsi) : call.say(TEXTS.rsi, { handle: plain(rsiHandle) }),
        call.say(TEXTS.notices, { count: notices }),
      ],
      buttons: [
        hasTasks && { label: call.say(TEXTS.tasks), command: "tasks", action: "mine", isNew: true },
        { label: call.say(TEXTS.account), href: call.link("/account") },
        hasEvents && { label: call.say(TEXTS.events), href: call.link("/organization?tab=events&mine=1") },
      ],
    });
  },
};
