import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { type APIApplicationCommand, ChannelType } from "discord-api-types/v10";
import type { GuildState } from "./guild-state.ts";
import { isObject } from "./http.ts";
import { seedChannels } from "./seed-channels.ts";

/** The fields of an application that a second start needs. */
export interface SavedApplication {
  id: string;
  name: string;
  botRoleId: string;
  botToken: string;
  clientSecret: string;
  commands: [string, APIApplicationCommand[]][];
  interactionsEndpoint: string | null;
}

export interface Saved {
  /** The seed of the guild; a file of another seed is ignored. */
  origin: string;
  guild: {
    [Key in keyof GuildState]: GuildState[Key] extends Map<string, infer Value>
      ? [string, Value][]
      : GuildState[Key];
  };
  applications: SavedApplication[];
}

/** Converts the guild's maps to lists, which JSON can store. */
export function packGuild(state: GuildState): Saved["guild"] {
  return {
    ...state,
    people: [...state.people],
    members: [...state.members],
    roles: [...state.roles],
    channels: [...state.channels],
    presences: [...state.presences],
    voice: [...state.voice],
    events: [...state.events],
  };
}

export function unpackGuild(saved: Saved["guild"]): GuildState {
  // Files of earlier versions know fewer channels.
  const isOld = saved.channels.every(([, { type }]) => type !== ChannelType.GuildAnnouncement);
  return {
    ...saved,
    people: new Map(saved.people),
    members: new Map(saved.members),
    roles: new Map(saved.roles),
    channels: new Map(isOld ? [...seedChannels(saved.id), ...saved.channels] : saved.channels),
    presences: new Map(saved.presences),
    voice: new Map(saved.voice),
    // Missing in files of earlier versions.
    events: new Map(saved.events ?? []),
  };
}

/**
 * Reads a state file; undefined when it is missing or belongs to another seed.
 * @throws Error when it is not a state file
 */
export function readState(path: string, origin: string): Saved | undefined {
  if (!existsSync(path)) return undefined;
  const saved: unknown = JSON.parse(readFileSync(path, "utf8"));
  if (!isObject(saved) || typeof saved["origin"] !== "string" || !isObject(saved["guild"]))
    throw new Error(`${path} is not a state file of the Discord emulator`);
  return saved["origin"] === origin ? (saved as unknown as Saved) : undefined;
}

/** Writes a state file completely or not at all. */
export function writeState(path: string, saved: Saved): void {
  mkdirSync(dirname(path), { recursive: true });
  const temporary = `${path}.${process.pid}.tmp`;
  writeFileSync(temporary, JSON.stringify(saved));
  renameSync(temporary, path);
}
