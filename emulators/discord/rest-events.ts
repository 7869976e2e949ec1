import {
  GuildScheduledEventEntityType,
  PermissionFlagsBits,
  type RESTGetAPIGuildScheduledEventResult,
  type RESTGetAPIGuildScheduledEventsResult,
} from "discord-api-types/v10";
import type { Core } from "./core.ts";
import { errors, type FormErrors, invalidForm } from "./errors.ts";
import { liveEvents, memberOf, permissionsOf, type StoredEvent } from "./guild-state.ts";
import { type Answer, answer, type Context, noContent, objectBody, type Route } from "./http.ts";
import { enter, isOn, notSnowflake, snowflake, wholeNumber } from "./rest-guilds.ts";
import { compareIds, isSnowflake } from "./snowflake.ts";

const { StageInstance, Voice } = GuildScheduledEventEntityType;
const { CreateEvents, ManageEvents, ViewChannel } = PermissionFlagsBits;

/** The permissions that an event of a kind takes besides those to create or manage events. */
const needs = new Map<unknown, bigint>([
  [
    StageInstance,
    PermissionFlagsBits.ManageChannels | PermissionFlagsBits.MuteMembers | PermissionFlagsBits.MoveMembers,
  ],
  [Voice, ViewChannel | PermissionFlagsBits.Connect],
]);

/** Discord's value for a user who is interested; others are not listed. */
const INTERESTED = 1;

/** Routes of the guild's scheduled events. */
export function eventRoutes(core: Core): Route[] {
  const route = (method: string, path: string, handle: (context: Context) => Answer): Route => ({
    method,
    path: `/guilds/:guild/scheduled-events${path}`,
    auth: "bot",
    handle: (context) => {
      enter(core, context, false);
      core.guild.events.advance();
      return handle(context);
    },
  });
  return [
    route("GET", "", (context) =>
      answer<RESTGetAPIGuildScheduledEventsResult>(
        liveEvents(core.guild.state)
          .filter((stored) => isVisible(core, context, stored))
          .map((stored) => shown(core, context, stored)),
      ),
    ),
    route("POST", "", (context) => {
      const body = objectBody(context.request);
      const bits = bitsOf(core, context);
      assertHas(bits, CreateEvents);
      assertHas(bits, needs.get(body["entity_type"]) ?? 0n);
      const { id } = core.guild.events.create(body, context.application?.id);
      return answer<RESTGetAPIGuildScheduledEventResult>(shown(core, context, core.guild.events.get(id)));
    }),
    route("GET", "/:event", (context) =>
      answer<RESTGetAPIGuildScheduledEventResult>(shown(core, context, find(core, context))),
    ),
    route("PATCH", "/:event", (context) => {
      const { id } = changeable(core, context).event;
      const body = objectBody(context.request);
      assertHas(bitsOf(core, context), needs.get(body["entity_type"]) ?? 0n);
      core.guild.events.edit(id, body);
      return answer<RESTGetAPIGuildScheduledEventResult>(shown(core, context, core.guild.events.get(id)));
    }),
    route("DELETE", "/:event", (context) => {
      core.guild.events.delete(changeable(core, context).event.id);
      return noContent;
    }),
    route("GET", "/:event/users", (context) => listUsers(core, context)),
  ];
}

function bitsOf(core: Core, { application }: Context): bigint {
  return permissionsOf(core.guild.state, application?.id ?? "");
}

/** Refuses a request unless the bits have all that it needs. */
function assertHas(bits: bigint, needed: bigint): void {
  if ((bits & needed) !== needed) throw errors.missingPermissions();
}

/** Returns whether the bot sees the event: one in a channel only with the permission to see channels. */
function isVisible(core: Core, context: Context, { event }: StoredEvent): boolean {
  return event.channel_id === null || Boolean(bitsOf(core, context) & ViewChannel);
}

/** Returns the event that the path names. */
function find(core: Core, context: Context): StoredEvent {
  const stored = core.guild.events.get(snowflake(context.params["event"], "guild_scheduled_event_id"));
  if (!isVisible(core, context, stored)) throw errors.missingAccess();
  return stored;
}

/** Returns the event that the path names when the bot may change it: its own with either permission. */
function changeable(core: Core, context: Context): StoredEvent {
  const stored = find(core, context);
  const bits = bitsOf(core, context);
  const isOwn = stored.event.creator_id === context.application?.id;
  if (!(isOwn && bits & CreateEvents)) assertHas(bits, ManageEvents);
  assertHas(bits, needs.get(stored.event.entity_type) ?? 0n);
  return stored;
}

function shown(
  core: Core,
  { request }: Context,
  { event, interested }: StoredEvent,
): RESTGetAPIGuildScheduledEventResult {
  const creator = core.guild.state.people.get(event.creator_id ?? "")?.user;
  return {
    ...event,
    ...(creator ? { creator } : {}),
    ...(isOn(request.query, "with_user_count") ? { user_count: interested.length } : {}),
  };
}

/** Answers the users who are interested, ids ascending; those nearest to `before` or `after`, of which `before` wins. */
function listUsers(core: Core, context: Context): Answer {
  const { event, interested } = find(core, context);
  const { query } = context.request;
  const fields: FormErrors = {};
  const limit = wholeNumber(query.get("limit") ?? "100", 1, 100, "limit", fields);
  const [before, after] = [query.get("before"), query.get("after")];
  if (before !== null && !isSnowflake(before)) fields["before"] = notSnowflake(before);
  if (after !== null && !isSnowflake(after)) fields["after"] = notSnowflake(after);
  if (Object.keys(fields).length > 0) throw invalidForm(fields);
  const ids =
    before === null
      ? interested.filter((id) => after === null || compareIds(id, after) > 0).slice(0, limit)
      : interested.filter((id) => compareIds(id, before) < 0).slice(-limit);
  return answer(
    ids.map((id) => {
      const member = isOn(query, "with_member") ? memberOf(core.guild.state, id) : undefined;
      return {
        guild_scheduled_event_id: event.id,
        guild_scheduled_event_exception_id: null,
        user_id: id,
        user: core.guild.state.people.get(id)?.user,
        response: INTERESTED,
        ...(member ? { member } : {}),
      };
    }),
  );
}
