import type { APIGuildMember } from "discord-api-types/v10";
import type { Core } from "./core.ts";
import { defaults } from "./defaults.ts";

/** A member with the names of their roles. */
export interface Found {
  member: APIGuildMember;
  roles: readonly string[];
}

/** Returns the members (without bots) whose names, id or roles contain the text, the highest roles first. */
export function findPeople(core: Core, search: string): Found[] {
  const needle = search.toLocaleLowerCase("da");
  const roleNames = new Map(core.guild.roles().map((role) => [role.id, role.name]));
  return core.guild
    .members()
    .filter((member) => !member.user.bot)
    .map((member) => ({ member, roles: member.roles.map((id) => roleNames.get(id) ?? id) }))
    .filter(({ member, roles }) =>
      [member.user.username, member.user.global_name, member.nick, member.user.id, ...roles].some((text) =>
        text?.toLocaleLowerCase("da").includes(needle),
      ),
    )
    .sort((left, right) => weight(core, right.member.roles) - weight(core, left.member.roles));
}

/** Returns the member's highest role position. */
function weight(core: Core, roles: readonly string[]): number {
  return Math.max(0, ...roles.map((id) => core.guild.state.roles.get(id)?.position ?? 0));
}

/** Returns the account that is not in the server. */
export function outsider(core: Core): { id: string; username: string } {
  return (
    core.guild.state.people.get(defaults.outsiderId)?.user ?? {
      id: defaults.outsiderId,
      username: defaults.outsiderUsername,
    }
  );
}

/** Returns the name by which the guild knows a person: nickname, display name or user name. */
export function shownName(core: Core, userId: string): string {
  const { members, people } = core.guild.state;
  const user = people.get(userId)?.user;
  return members.get(userId)?.nick ?? user?.global_name ?? user?.username ?? userId;
}
