import {
  type APIApplicationCommand,
  type APIMessage,
  ApplicationCommandOptionType,
  ApplicationCommandType,
} from "discord-api-types/v10";
import type { Application } from "./applications.ts";
import { ControlError } from "./guild-inputs.ts";
import { type GuildState, permissionsOf } from "./guild-state.ts";
import { isObject, type JsonObject } from "./http.ts";
import type { InteractionInput } from "./interaction-records.ts";
import { resolvedData } from "./resolved.ts";

const {
  Subcommand,
  SubcommandGroup,
  Integer,
  Boolean: Yes,
  User,
  Channel,
  Role,
  Mentionable,
  Number: Decimal,
} = ApplicationCommandOptionType;
const valueTypes: Readonly<Record<number, string>> = {
  [Integer]: "number",
  [Decimal]: "number",
  [Yes]: "boolean",
};

/** The guild's state, and how a message that is named is found. */
interface Known {
  state: GuildState;
  find: (messageId: string) => APIMessage;
}

/**
 * Returns the data of a command or of its autocomplete.
 * @throws ControlError when Discord would not let the person send it
 */
export function commandData(known: Known, application: Application, input: InteractionInput): JsonObject {
  const command = findCommand(known.state, application, input);
  const shared = {
    id: command.id,
    name: command.name,
    type: command.type,
    version: command.version,
    ...(command.guild_id ? { guild_id: command.guild_id } : {}),
  };
  const inGuild = (input.place ?? "guild") === "guild";
  const { targetId } = input;
  if (command.type !== ApplicationCommandType.ChatInput) {
    if (!targetId) throw new ControlError("targetId must name the user or message");
    const isUser = command.type === ApplicationCommandType.User;
    if (isUser && !known.state.people.has(targetId)) throw new ControlError(`${targetId} is unknown`);
    const named = isUser ? { users: [targetId] } : { messages: [known.find(targetId)] };
    return { ...shared, target_id: targetId, resolved: resolvedData(known.state, inGuild, named) };
  }
  const given = listed(input.options ?? {});
  const options = readOptions(registeredOptions(command), given, {
    forged: input.forged === true,
    partial: input.kind === "autocomplete",
    focused: input.focused,
  });
  if (input.kind === "autocomplete" && !input.forged) requireFocus(options, registeredOptions(command));
  const ids = (...types: number[]): string[] =>
    leaves(options).flatMap(({ type, value }) => (types.includes(Number(type)) ? [String(value)] : []));
  const resolved = resolvedData(known.state, inGuild, {
    users: ids(User, Mentionable),
    roles: ids(Role, Mentionable),
    channels: ids(Channel),
  });
  return { ...shared, ...(options.length > 0 ? { options } : {}), ...(resolved ? { resolved } : {}) };
}

/** Returns the commands that a person is offered in a place, those of the guild before global ones. */
export function offeredCommands(
  state: GuildState,
  application: Application,
  { place = "guild", install = "guild", userId }: Pick<InteractionInput, "place" | "install" | "userId">,
): APIApplicationCommand[] {
  const ofGuild = place === "guild" && install !== "user" ? (application.commands.get(state.id) ?? []) : [];
  const installed = install === "both" ? [0, 1] : [install === "user" ? 1 : 0];
  const global = (application.commands.get("") ?? []).filter(
    ({ integration_types: types, contexts, dm_permission: direct }) =>
      (types ?? [0]).some((type) => installed.includes(type)) &&
      (contexts?.includes(place === "direct_message" ? 1 : 0) ??
        (place !== "direct_message" || direct !== false)),
  );
  return [...ofGuild, ...global].filter(({ default_member_permissions: needed }) => {
    if (needed === null || needed === undefined || place !== "guild") return true;
    const granted = permissionsOf(state, userId);
    return BigInt(needed) === 0n ? Boolean(granted & 8n) : (granted & BigInt(needed)) === BigInt(needed);
  });
}

function findCommand(
  state: GuildState,
  application: Application,
  input: InteractionInput,
): APIApplicationCommand {
  const type = input.commandType ?? ApplicationCommandType.ChatInput;
  const all = input.forged
    ? [...application.commands.values()].flat()
    : offeredCommands(state, application, input);
  const command = all.find((each) => each.name === input.name && each.type === type);
  if (!command) throw new ControlError(`no command ${input.name ?? ""} of type ${type} is offered there`);
  return command;
}

function registeredOptions(command: APIApplicationCommand | JsonObject): JsonObject[] {
  const { options } = command as { options?: unknown };
  return Array.isArray(options) ? options.filter(isObject) : [];
}

/** Returns options as a list; an object in the place of a value holds the options of a subcommand. */
function listed(options: JsonObject | readonly JsonObject[]): JsonObject[] {
  if (Array.isArray(options)) return [...options];
  return Object.entries(options).map(([name, value]) =>
    isObject(value) ? { name, options: listed(value) } : { name, value },
  );
}

interface Manner {
  forged: boolean;
  /** Required options may be missing, as long as a person types. */
  partial: boolean;
  focused: string | undefined;
}

function readOptions(
  registered: readonly JsonObject[],
  given: readonly JsonObject[],
  manner: Manner,
): JsonObject[] {
  const read = given.map((option): JsonObject => {
    const known = registered.find(({ name }) => name === option["name"]);
    if (!known && !manner.forged) throw new ControlError(`there is no option ${String(option["name"])}`);
    const type = known?.["type"] ?? option["type"] ?? ApplicationCommandOptionType.String;
    const shared = { name: option["name"], type };
    if (type === Subcommand || type === SubcommandGroup) {
      const inner = Array.isArray(option["options"]) ? option["options"].filter(isObject) : [];
      return { ...shared, options: readOptions(registeredOptions(known ?? {}), inner, manner) };
    }
    const isFocused = option["focused"] === true || option["name"] === manner.focused;
    if (known && !manner.forged && !isFocused) checkValue(known, option["value"]);
    return { ...shared, value: option["value"], ...(isFocused ? { focused: true } : {}) };
  });
  if (manner.forged) return read;
  const branches = registered.filter(({ type }) => type === Subcommand || type === SubcommandGroup);
  if (branches.length > 0 && read.length !== 1)
    throw new ControlError(`choose one of ${branches.map(({ name }) => String(name)).join(", ")}`);
  const missing = registered.find(
    ({ name, required }) => required === true && !read.some((option) => option["name"] === name),
  );
  if (missing && !manner.partial) throw new ControlError(`the option ${String(missing["name"])} is required`);
  return read;
}

/** Refuses a value that Discord's own app would not let a person send. */
function checkValue(option: JsonObject, value: unknown): void {
  const refuse = (why: string): never => {
    throw new ControlError(`the option ${String(option["name"])} ${why}`);
  };
  const wanted = valueTypes[Number(option["type"])] ?? "string";
  if (typeof value !== wanted) refuse(`must be a ${wanted}`);
  if (option["type"] === Integer && !Number.isInteger(value)) refuse("must be a whole number");
  const { choices, min_value: least, max_value: most, min_length: shortest, max_length: longest } = option;
  if (
    Array.isArray(choices) &&
    choices.length > 0 &&
    !choices.some((each) => isObject(each) && each["value"] === value)
  )
    refuse("is not one of its choices");
  if (typeof value === "number") {
    if (typeof least === "number" && value < least) refuse(`must be at least ${least}`);
    if (typeof most === "number" && value > most) refuse(`must be at most ${most}`);
  }
  if (typeof value === "string") {
    const length = [...value].length;
    if (length === 0 || length > 6000) refuse("must have 1 to 6000 characters");
    if (typeof shortest === "number" && length < shortest)
      refuse(`must have at least ${shortest} characters`);
    if (typeof longest === "number" && length > longest) refuse(`must have at most ${longest} characters`);
  }
}

function leaves(options: readonly JsonObject[]): JsonObject[] {
  return options.flatMap((option) =>
    Array.isArray(option["options"]) ? leaves(option["options"].filter(isObject)) : [option],
  );
}

function requireFocus(options: readonly JsonObject[], registered: readonly JsonObject[]): void {
  const focused = leaves(options).filter((option) => option["focused"] === true);
  if (focused.length !== 1) throw new ControlError("focused must name one of the options");
  const known = (all: readonly JsonObject[]): JsonObject[] =>
    all.flatMap((option) => [option, ...known(registeredOptions(option))]);
  if (
    !known(registered).some(
      ({ name, autocomplete }) => name === focused[0]?.["name"] && autocomplete === true,
    )
  )
    throw new ControlError(`the option ${String(focused[0]?.["name"])} has no autocomplete`);
}
