import type {
  APIRole,
  GatewayActivity,
  GatewayDispatchEvents,
  GatewayPresenceClientStatus,
} from "discord-api-types/v10";

/** Something that happened in the guild, as the gateway dispatches it. */
export interface GuildEvent {
  name: GatewayDispatchEvents;
  data: object;
  /** The member the event is about, if it is about one. */
  userId?: string;
}

export interface JoinInput {
  username: string;
  globalName?: string | null;
  nick?: string | null;
  avatar?: string | null;
  email?: string | null;
  verified?: boolean;
  /** Names or ids. */
  roles?: readonly string[];
  /** A known account joins again under its id; otherwise a new id is made. */
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
  /** A decimal bit set. */
  permissions?: string;
}

export interface PresenceInput {
  status: "online" | "idle" | "dnd" | "offline";
  /** Names of games, or whole activities. */
  activities?: readonly (string | GatewayActivity)[];
  clientStatus?: GatewayPresenceClientStatus;
}

/** Thrown by the control calls when what they name does not exist or may not be so. */
export class ControlError extends Error {}

/** The role after an edit. */
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
    permissions: input.permissions ?? before.permissions,
  };
}
