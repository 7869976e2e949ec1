import type { Call, MenuCommand, Text } from "../../lib/commands/command.ts";
import { card, note, plain } from "../../lib/commands/reply.ts";
import { dayText } from "../../lib/days.ts";
import { timestamp } from "../../lib/times.schema.ts";
import { listMembersRoute, type Member, memberOf } from "../members/index.ts";
import { factsOf, listProspectsRoute, type Prospect } from "../prospects/index.ts";

const TEXTS = {
  name: { en: "Open in Command Centre", da: "Åbn i Command Centre" },
  description: { en: "See this person's profile", da: "Se personens profil" },
  nobody: {
    en: "The command centre has nobody behind this account whom you can see.",
    da: "Command Centre har ingen bag denne konto, som du kan se.",
  },
  role: { en: "{role}, since {day}", da: "{role}, siden {day}" },
  inactive: { en: "Inactive", da: "Inaktiv" },
  seen: { en: "Last seen {when}", da: "Sidst set {when}" },
  away: { en: "Away until {day}", da: "Væk til {day}" },
  openMembers: { en: "Open the members", da: "Åbn medlemmerne" },
  openMember: { en: "Open the member", da: "Åbn medlemmet" },
  openProspect: { en: "Open the prospect", da: "Åbn kandidaten" },
} as const satisfies Record<string, Text>;

function linesOfMember(call: Call, { role, joinedAt, status, lastSeen, awayUntil }: Member): string[] {
  return [
    call.say(TEXTS.role, { role: plain(role, 60), day: timestamp(joinedAt, "D") }),
    status === "inactive" ? `**${call.say(TEXTS.inactive)}**` : "",
    lastSeen ? call.say(TEXTS.seen, { when: timestamp(lastSeen, "R") }) : "",
    awayUntil ? call.say(TEXTS.away, { day: dayText(awayUntil, call.language) }) : "",
  ];
}

const page = (call: Call, label: Text, path: string) => ({ label: call.say(label), href: call.link(path) });

/** Finds the prospect for readers of prospects, as every user from a sync has one, and the member for others. */
async function find(call: Call, userId: string): Promise<{ prospect?: Prospect; member?: Member }> {
  if (await call.may(listProspectsRoute)) {
    const { items } = await call.ask(listProspectsRoute, { query: { q: userId, limit: "5" } });
    const prospect = items.find(({ discordId }) => discordId === userId);
    return prospect ? { prospect } : {};
  }
  const member = (await call.may(listMembersRoute)) ? await memberOf(call, userId) : undefined;
  return member ? { member } : {};
}

/** The person behind a Discord account, as far as the caller may see them. */
export const personCommand: MenuCommand = {
  ...{ kind: "user", name: TEXTS.name, description: TEXTS.description },
  needs: [listMembersRoute, listProspectsRoute],
  async run(call, { userId }) {
    const { prospect, member } = await find(call, `${userId}`);
    const seesMembers = await call.may(listMembersRoute);
    const found = member ?? prospect;
    if (!found)
      return note(call.say(TEXTS.nobody), seesMembers ? [page(call, TEXTS.openMembers, "/members")] : []);
    const memberId = member?.id ?? (seesMembers ? prospect?.memberId : null);
    return card({
      title: plain(found.displayName, 100),
      lines: member ? linesOfMember(call, member) : prospect ? factsOf(call, prospect) : [],
      isIdle: member?.status === "inactive",
      buttons: [
        memberId ? page(call, TEXTS.openMember, `/members?member=${memberId}`) : null,
        prospect && page(call, TEXTS.openProspect, `/crm?prospect=${prospect.id}`),
      ],
    });
  },
};
