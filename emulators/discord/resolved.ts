import type { APIMessage } from "discord-api-types/v10";
import type { GuildState } from "./guild-state.ts";
import { memberOf, permissionsOf } from "./guild-state.ts";
import type { JsonObject } from "./http.ts";

/** Ids that an interaction names, whose objects Discord sends too. */
export interface Named {
  users?: readonly string[];
  roles?: readonly string[];
  channels?: readonly string[];
  messages?: readonly APIMessage[];
}

/**
 * Returns the objects that an interaction names, or undefined when it names none. Members are there only in the guild,
 * and without the fields that Discord leaves out.
 */
export function resolvedData(state: GuildState, inGuild: boolean, named: Named): JsonObject | undefined {
  const data: JsonObject = {};
  const put = (key: string, entries: (readonly [string, unknown])[]): void => {
    if (entries.length > 0) data[key] = Object.fromEntries(entries);
  };
  const users = named.users ?? [];
  put(
    "users",
    users.flatMap((id) => {
      const person = state.people.get(id);
      return person ? [[id, person.user] as const] : [];
    }),
  );
  if (inGuild)
    put(
      "members",
      users.flatMap((id) => {
        const member = memberOf(state, id);
        if (!member) return [];
        const { user: _, deaf: __, mute: ___, ...partial } = member;
        return [[id, { ...partial, permissions: permissionsOf(state, id).toString() }] as const];
      }),
    );
  put(
    "roles",
    (named.roles ?? []).flatMap((id) => {
      const role = state.roles.get(id);
      return role ? [[id, role] as const] : [];
    }),
  );
  put(
    "channels",
    (named.channels ?? []).flatMap((id) => {
      const channel = state.channels.get(id);
      return channel ? [[id, { ...channel, permissions: "0" }] as const] : [];
    }),
  );
  put(
    "messages",
    (named.messages ?? []).map((message) => [message.id, message] as const),
  );
  return Object.keys(data).length > 0 ? data : undefined;
}
