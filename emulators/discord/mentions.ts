import { type APIMessage, ComponentType, PermissionFlagsBits } from "discord-api-types/v10";
import { allComponents } from "./components.ts";
import type { FormErrors } from "./errors.ts";
import { boolean, list, object, oneOf, optional, problem } from "./form-checks.ts";
import { channelPermissions, type GuildState } from "./guild-state.ts";
import { isObject, type JsonObject } from "./http.ts";
import { isSnowflake } from "./snowflake.ts";

const kinds = ["users", "roles", "everyone"];
const ids = optional(
  list(0, 100, (id) =>
    typeof id === "string" && isSnowflake(id)
      ? undefined
      : problem("NUMBER_TYPE_COERCE", `Value "${String(id)}" is not snowflake.`),
  ),
);
const shape = object(
  { parse: optional(list(0, 3, oneOf(...kinds))), users: ids, roles: ids, replied_user: optional(boolean) },
  (value) => {
    const parse = listed(value["parse"]);
    const twice = ["users", "roles"].find((kind) => parse.includes(kind) && listed(value[kind]).length > 0);
    return twice
      ? problem(
          "MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE",
          `parse:["${twice}"] and ${twice}: [ids...] are mutually exclusive.`,
        )
      : undefined;
  },
);

/** Returns what is wrong with the field `allowed_mentions`, which may be missing. */
export const checkAllowedMentions = optional(shape) as (value: unknown) => FormErrors | undefined;

/** The users and roles that a message notifies. */
export interface Mentioned {
  users: string[];
  roles: string[];
  /** By @everyone or @here. */
  everyone: boolean;
}

/**
 * Returns whom a message mentions, within its allowed mentions and its author's permissions. Mentions in code and behind a backslash
 * count as well, so that nothing depends on how Discord reads its markdown.
 * https://docs.discord.com/developers/resources/message#allowed-mentions-object
 */
export function mentionsOf(
  state: GuildState,
  message: APIMessage,
  recipient: string | undefined,
  allowed: unknown,
): Mentioned {
  const shown = allComponents(message.components).flatMap(({ component }) =>
    component["type"] === ComponentType.TextDisplay ? [String(component["content"])] : [],
  );
  const written = [message.content, ...shown].join("\n");
  const named = (pattern: RegExp): string[] => [
    ...new Set([...written.matchAll(pattern)].map(([, id = ""]) => id)),
  ];
  // Answers to interactions mention only users by default.
  const usual = { parse: message.webhook_id ? ["users"] : kinds };
  const rule: JsonObject = isObject(allowed) ? allowed : usual;
  const may = (kind: string, id = ""): boolean =>
    listed(rule["parse"]).includes(kind) || listed(rule[kind]).includes(id);
  const channel = state.channels.get(message.channel_id);
  const granted = channel ? channelPermissions(state, channel, message.author.id) : 0n;
  const mentionsAll = Boolean(granted & PermissionFlagsBits.MentionEveryone);
  return {
    users: named(/<@!?(\d+)>/g).filter(
      (id) =>
        may("users", id) && (channel ? channelPermissions(state, channel, id) !== 0n : id === recipient),
    ),
    roles: named(/<@&(\d+)>/g).filter(
      (id) => channel && may("roles", id) && (mentionsAll || state.roles.get(id)?.mentionable),
    ),
    everyone: mentionsAll && may("everyone") && /@(everyone|here)/.test(written),
  };
}

const listed = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
