import type { Call, MenuCommand, Text } from "../../lib/commands/command.ts";
import { card, note, plain, timestamp } from "../../lib/commands/reply.ts";
import { dayText } from "../../lib/days.ts";
import { listMembersRoute, type Member, memberOf } from "../members/index.ts";
import { factsOf, listProspectsRoute, type Prospect } from "../prospects/index.ts";
import { PERSON_COMMAND_TEXTS as TEXTS } from "./profiles.commands.texts.ts";

function linesOfMember(call: Call, { role, joinedAt, status, lastSeen, awayUntil }: Member): string[] {
  return [
    call.say(TEXTS.role, { role: plain(role, 60), day: timestamp(joinedAt, "D") }),
    status === "inactive" ? `**${call.say(TEXTS.inactive)}**` : "",
    lastSeen ? call.say(TEXTS.seen, { when: timestamp(lastSeen, "R") }) : "",
    awayUntil ? call.say(TEXTS.away, { day: dayText(awayUntil, call.language) }) : "",
  ];
}

/** The person behind a Discord account, as far as the caller may see them. */
export const personCommand: MenuCommand = {
  ...{ kind: "user", name: TEXTS.name, description: TEXTS.description },
  needs: [listMembersRoute, listProspectsRoute],
  async run(call, { userId }) {
    const asked = { query: { q: `${userId}`, limit: "5" } };
    const isPerson = ({ discordId }: Prospect) => discordId === userId;
    const prospect = (await call.may(listProspectsRoute))
      ? (await call.ask(listProspectsRoute, asked)).items.find(isPerson)
      : undefined;
    const seesMembers = await call.may(listMembersRoute);
    const member = !prospect && seesMembers ? await memberOf(call, `${userId}`) : undefined;
    const memberId = member?.id ?? (seesMembers ? prospect?.memberId : null) ?? null;
    const person = member ?? prospect;
    if (!person) return note(call.say(TEXTS.nobody));
    const page = (label: Text, path: string) => ({ label: call.say(label), href: call.link(path) });
    const pages = [
      ...(memberId === null ? [] : [page(TEXTS.openMember, `/members?member=${memberId}`)]),
      ...(prospect ? [page(TEXTS.openProspect, `/crm?prospect=${prospect.id}`)] : []),
    ];
    return card({
      title: plain(person.displayName, 100),
      ...(pages[0] ? { href: pages[0].href } : {}),
      lines: [
        ...(member ? linesOfMember(call, member) : []),
        ...(prospect ? factsOf(call, prospect) : []),
      ].filter(Boolean),
      isIdle: member?.status === "inactive",
      buttons: pages,
    });
  },
};
