import type { ChatCommand, Text } from "../../lib/commands/command.ts";
import { card, plain, timestamp } from "../../lib/commands/reply.ts";
import { listEventsRoute } from "../events/index.ts";
import { listProspectsRoute } from "../prospects/index.ts";
import { getUserRoute } from "./account.routes.ts";

const TEXTS = {
  name: { en: "me", da: "mig" },
  description: { en: "Show your profile and shortcuts", da: "Vis din profil og dine genveje" },
  since: { en: "since {day}", da: "siden {day}" },
  no_role: { en: "Not a member yet", da: "Ikke medlem endnu" },
  rsi: { en: "RSI handle {handle}, verified", da: "RSI-handle {handle}, verificeret" },
  no_rsi: { en: "RSI handle not verified", da: "RSI-handle ikke verificeret" },
  notices: {
    en: "{count|notification needs|notifications need} you",
    da: "{count|notifikation|notifikationer} venter på dig",
  },
  tasks: { en: "My tasks", da: "Mine opgaver" },
  account: { en: "My account", da: "Min konto" },
  events: { en: "My events", da: "Mine begivenheder" },
} as const satisfies Record<string, Text>;

/** The caller's account, and links to what waits for them. */
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
