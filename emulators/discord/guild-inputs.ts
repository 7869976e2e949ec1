import { randomBytes } from "node:crypto";
import {
  ActivityType,
  type APIGuildMember,
  type APIRole,
  type APIVoiceState,
  type GatewayActivity,
  type GatewayDispatchEvents,
  type GatewayPresenceClientStatus,
  type PresenceUpdateReceiveStatus,
} from "discord-api-types/v10";
import type { Membership, Presence } from "./guild-state.ts";

/** A change in the guild, as the gateway dispatches it. */
export interface GuildEvent {
  name: GatewayDispatchEvents;
  data: object;
  /** The member that the event is about, if any. */
  userId?: string;
  /** A channel of the guild that a bot must see to get the event. */
  channelId?: string;
}

/** Whether a member has yet to pass the screening, their flags, and until when they are timed out. */
export type Standing = Partial<Pick<APIGuildMember, "pending" | "flags" | "communication_disabled_until">>;

export interface JoinInput extends Standing {
  username: string;
  globalName?: string | null;
  nick?: string | null;
  avatar?: string | null;
  email?: string | null;
  verified?: boolean;
  /** Names or ids. */
  roles?: readonly string[];
  /** The id of a known account that joins again; a new id is made by default. */
  id?: string;
}

export interface RenameInput {
  username?: string;
  globalName?: string | null;
  nick?: string | null;
  avatar?: string | null;
}

export interface RoleInput {
  name?: string;
  color?: number;
  position?: number;
  hoist?: boolean;
  mentionable?: boolean;
  /** Whether an integration gives and takes it, and nobody else can. */
  managed?: boolean;
  /** A decimal bit set. */
  permissions?: string;
}

export interface PresenceInput {
  status: "online" | "idle" | "dnd" | "offline";
  /** Names of games, or whole activities. */
  activities?: readonly (string | GatewayActivity)[];
  clientStatus?: GatewayPresenceClientStatus;
}

export interface VoiceInput {
  selfMute?: boolean;
  selfDeaf?: boolean;
}

/** Thrown by control calls for an unknown name or an impossible change. */
export class ControlError extends Error {}

export function applyRole(before: APIRole, input: RoleInput): APIRole {
  const color = input.color ?? before.color;
  return {
    ...before,
    name: input.name ?? before.name,
    color,
    colors: { ...before.colors, primary_color: color },
    position: input.position ?? before.position,
    hoist: input.hoist ?? before.hoist,
    mentionable: input.mentionable ?? before.mentionable,
    managed: input.managed ?? before.managed,
    permissions: input.permissions ?? before.permissions,
  };
}

export function applyStanding(before: Membership, input: Standing): Membership {
  const names = ["pending", "flags", "communication_disabled_until"] as const;
  const given = names.flatMap((name) => (input[name] === undefined ? [] : [[name, input[name]] as const]));
  return { ...before, ...Object.fromEntries(given) };
}

/** Returns the presence as it is stored; a named game becomes an activity that begins now. */
export function presenceFrom(input: PresenceInput): Presence {
  const status = input.status as PresenceUpdateReceiveStatus;
  return {
    status,
    activities: (input.activities ?? []).map((activity) =>
      typeof activity === "string"
        ? {
            id: randomBytes(8).toString("hex"),
            name: activity,
            type: ActivityType.Playing,
            created_at: Date.now(),
          }
        : activity,
    ),
    client_status: input.clientStatus ?? (input.status === "offline" ? {} : { desktop: status }),
  };
}

/** Returns the voice state in a channel, or in none; fields that are not given keep their values. */
export function voiceFrom(
  place: { guild_id: string; user_id: string; channel_id: string | null },
  { selfMute, selfDeaf }: VoiceInput,
  before: APIVoiceState | undefined,
): APIVoiceState {
  return {
    ...place,
    session_id: before?.session_id ?? randomBytes(16).toString("hex"),
    deaf: false,
    mute: false,
    self_deaf: selfDeaf ?? before?.self_deaf ?? false,
    self_mute: selfMute ?? before?.self_mute ?? false,
    self_video: false,
    suppress: false,
    request_to_speak_timestamp: null,
  };
}
