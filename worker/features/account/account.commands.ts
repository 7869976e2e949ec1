import type { ChatCommand, Text } from "../../lib/commands/command.ts";
import { card, plain } from "../../lib/commands/reply.ts";
import type { Feature } from "../../lib/feature.ts";
import { timestamp } from "../../lib/times.schema.ts";
import { listEventsRoute } from "../events/index.ts";
import { needsRoute } from "../notices/index.ts";
import { listProspectsRoute } from "../prospects/index.ts";
import { getUserRoute } from "./account.routes.ts";

/** Most of what needs the caller that one answer lists. */
const MOST = 5;

const TEXTS = {
  name: { en: "me", da: "mig" },
  description: { en: "Show your profile and shortcuts", da: "Vis din profil og dine genveje" },
  since: { en: "since {day}", da: "siden {day}" },
  no_role: { en: "Not a member yet", da: "Ikke medlem endnu" },
  rsi: { en: "RSI handle {handle}, verified", da: "RSI-handle {handle}, verificeret" },
  no_rsi: { en: "RSI handle not verified", da: "RSI-handle ikke verificeret" },
  nothing: { en: "Nothing needs you", da: "Intet venter på dig" },
  more: { en: "And {count} more", da: "Og {count} mere" },
  open: { en: "Open", da: "Åbn" },
  tasks: { en: "My tasks", da: "Mine opgaver" },
  account: { en: "My account", da: "Min konto" },
  events: { en: "My events", da: "Mine begivenheder" },
} as const satisfies Record<string, Text>;

/** The caller's account, and what needs them. */
export const meCommand = (features: readonly Feature[]): ChatCommand => ({
  ...{ kind: "chat", name: TEXTS.name, description: TEXTS.description, isOwn: true },
  async run(call) {
    const [{ displayName, member, role, rsiHandle }, needs] = await Promise.all([
      call.ask(getUserRoute, {}),
      call.ask(needsRoute(features), {}),
    ]);
    const more = needs.length - MOST;
    const [hasTasks, hasEvents] = [await call.may(listProspectsRoute), await call.may(listEventsRoute)];
    const since = member ? `, ${call.say(TEXTS.since, { day: timestamp(member.joinedAt, "D") })}` : "";
    return card({
      title: plain(displayName, 100),
      lines: [
        role === null ? call.say(TEXTS.no_role) : `${plain(role, 60)}${since}`,
        rsiHandle === null ? call.say(TEXTS.no_rsi) : call.say(TEXTS.rsi, { handle: plain(rsiHandle) }),
        ...(needs.length === 0 ? [call.say(TEXTS.nothing)] : []),
      ],
      items: needs.slice(0, MOST).map(({ text, line, opens, openLabel }) => ({
        lines: [plain(text), ...(line === null ? [] : [plain(line)])],
        button: { label: openLabel ?? call.say(TEXTS.open), href: call.link(opens) },
      })),
      ...(more > 0 ? { note: call.say(TEXTS.more, { count: more }) } : {}),
      buttons: [
        hasTasks && { label: call.say(TEXTS.tasks), command: "tasks", action: "mine", isNew: true },
        { label: call.say(TEXTS.account), href: call.link("/account") },
        hasEvents && { label: call.say(TEXTS.events), href: call.link("/organization?tab=events&mine=1") },
      ],
    });
  },
});
