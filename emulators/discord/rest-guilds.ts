import type {
  RESTGetAPIGuildChannelsResult,
  RESTGetAPIGuildMemberResult,
  RESTGetAPIGuildMembersResult,
  RESTGetAPIGuildResult,
  RESTGetAPIGuildRolesResult,
} from "discord-api-types/v10";
import { GatewayIntentBits, PermissionFlagsBits } from "discord-api-types/v10";
import type { Core } from "./core.ts";
import { errors, type FormErrors, invalidField, invalidForm } from "./errors.ts";
import { guildObject } from "./gateway-payloads.ts";
import {
  compareRoles,
  highestRole,
  memberIds,
  memberOf,
  permissionsOf,
  roleCounts,
  rolesByRank,
} from "./guild-state.ts";
import { type Answer, answer, type Context, noContent, type Route } from "./http.ts";
import { compareIds, isSnowflake } from "./snowflake.ts";

/** Routes of the guild: the guild itself, roles, channels, members and their roles. */
export function guildRoutes(core: Core): Route[] {
  const get = (path: string, handle: (context: Context) => Answer): Route => ({
    method: "GET",
    path: `/guilds/:guild${path}`,
    auth: "bot",
    handle: (context) => {
      enter(core, context, path === "");
      return handle(context);
    },
  });
  return [
    get("", ({ request }) => {
      const { state } = core.guild;
      const counted = isOn(request.query, "with_counts");
      return answer<RESTGetAPIGuildResult>({
        ...guildObject(state),
        ...(counted
          ? { approximate_member_count: state.members.size, approximate_presence_count: state.presences.size }
          : {}),
      });
    }),
    get("/roles", () => answer<RESTGetAPIGuildRolesResult>(rolesByRank(core.guild.state))),
    get("/roles/member-counts", () => answer<Record<string, number>>(roleCounts(core.guild.state))),
    get("/roles/:role", ({ params }) => {
      const role = core.guild.state.roles.get(params["role"] ?? "");
      if (!role) throw errors.unknownRole();
      return answer(role);
    }),
    get("/channels", () => answer<RESTGetAPIGuildChannelsResult>([...core.guild.state.channels.values()])),
    get("/members", (context) => listMembers(core, context)),
    get("/members/search", (context) => searchMembers(core, context)),
    get("/members/:user", ({ params }) => {
      const userId = snowflake(params["user"], "user_id");
      const member = memberOf(core.guild.state, userId);
      if (!member) throw core.guild.state.people.has(userId) ? errors.unknownMember() : errors.unknownUser();
      return answer<RESTGetAPIGuildMemberResult>(member);
    }),
    ...(["PUT", "DELETE"] as const).map(
      (method): Route => ({
        method,
        path: "/guilds/:guild/members/:user/roles/:role",
        auth: "bot",
        handle: (context) => changeRole(core, context, method === "PUT"),
      }),
    ),
  ];
}

/** Admits a bot that is in the guild; for others the guild does not exist. */
export function enter(core: Core, { application, params }: Context, guildItself: boolean): void {
  const { state } = core.guild;
  if (snowflake(params["guild"], "guild_id") !== state.id) throw errors.unknownGuild();
  if (!application || !state.members.has(application.id))
    throw guildItself ? errors.unknownGuild() : errors.missingAccess();
}

function listMembers(core: Core, { application, request }: Context): Answer {
  if (!application || !(application.privilegedIntents & GatewayIntentBits.GuildMembers))
    throw errors.missingAccess();
  const fields: FormErrors = {};
  const limit = wholeNumber(request.query.get("limit") ?? "1", 1, 1000, "limit", fields);
  const after = request.query.get("after") ?? "0";
  if (!isSnowflake(after)) fields["after"] = notSnowflake(after);
  if (Object.keys(fields).length > 0) throw invalidForm(fields);
  const ids = memberIds(core.guild.state);
  const start = firstAbove(ids, after);
  return answer<RESTGetAPIGuildMembersResult>(
    ids.slice(start, start + limit).flatMap((id) => memberOf(core.guild.state, id) ?? []),
  );
}

/** Returns the index of the first id above `after`; the list is ascending. */
function firstAbove(ids: readonly string[], after: string): number {
  let low = 0;
  let high = ids.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (compareIds(ids[middle] ?? "", after) > 0) high = middle;
    else low = middle + 1;
  }
  return low;
}

function searchMembers(core: Core, { request }: Context): Answer {
  const fields: FormErrors = {};
  const query = (request.query.get("query") ?? "").toLowerCase();
  if (query === "")
    fields["query"] = { _errors: [{ code: "BASE_TYPE_REQUIRED", message: "This field is required" }] };
  const limit = wholeNumber(request.query.get("limit") ?? "1", 1, 1000, "limit", fields);
  if (Object.keys(fields).length > 0) throw invalidForm(fields);
  const found = core.guild
    .members()
    .filter(({ user, nick }) =>
      [user.username, user.global_name, nick].some((name) => name?.toLowerCase().startsWith(query)),
    );
  return answer<RESTGetAPIGuildMembersResult>(found.slice(0, limit));
}

function changeRole(core: Core, context: Context, add: boolean): Answer {
  enter(core, context, false);
  const { state } = core.guild;
  const userId = snowflake(context.params["user"], "user_id");
  const roleId = snowflake(context.params["role"], "role_id");
  const member = state.members.get(userId);
  if (!member) throw errors.unknownMember();
  const role = state.roles.get(roleId);
  if (!role) throw errors.unknownRole();
  const botId = context.application?.id ?? "";
  const highest = highestRole(state, botId);
  const mayManage = Boolean(permissionsOf(state, botId) & PermissionFlagsBits.ManageRoles);
  const below = state.ownerId === botId || (highest !== undefined && compareRoles(role, highest) < 0);
  if (!mayManage || !below || role.managed || role.id === state.id) throw errors.missingPermissions();
  if (member.roles.includes(roleId) !== add) {
    if (add) core.guild.addRole(userId, roleId);
    else core.guild.removeRole(userId, roleId);
  }
  return noContent;
}

/** Returns whether a boolean of a query is true. https://docs.discord.com/developers/reference#boolean-query-strings */
export function isOn(query: URLSearchParams, name: string): boolean {
  return ["true", "True", "1"].includes(query.get(name) ?? "");
}

/** @throws DiscordError 50035 when the text is no id */
export function snowflake(value: string | undefined, field: string): string {
  if (value !== undefined && isSnowflake(value)) return value;
  throw invalidField(field, "NUMBER_TYPE_COERCE", `Value "${value}" is not snowflake.`);
}

export function notSnowflake(value: string): FormErrors {
  return { _errors: [{ code: "NUMBER_TYPE_COERCE", message: `Value "${value}" is not snowflake.` }] };
}

/** Returns the whole number of a query; adds to `fields` what is wrong with it. */
export function wholeNumber(
  text: string,
  least: number,
  most: number,
  field: string,
  fields: FormErrors,
): number {
  const value = Number(text);
  const complain = (code: string, message: string): void => {
    fields[field] = { _errors: [{ code, message }] };
  };
  if (!/^-?\d{1,9}$/.test(text)) complain("NUMBER_TYPE_COERCE", `Value "${text}" is not int.`);
  else if (value < least)
    complain("NUMBER_TYPE_MIN", `int value should be greater than or equal to ${least}.`);
  else if (value > most) complain("NUMBER_TYPE_MAX", `int value should be less than or equal to ${most}.`);
  return value;
}
