import { type APIMessage, ComponentType, MessageFlags } from "discord-api-types/v10";
import { allComponents, isSelect } from "./components.ts";
import { ControlError } from "./guild-inputs.ts";
import type { GuildState } from "./guild-state.ts";
import { isObject, type JsonObject } from "./http.ts";
import type { InteractionInput } from "./interaction-records.ts";
import { hasFlag } from "./message-form.ts";
import { resolvedData } from "./resolved.ts";

const { UserSelect, RoleSelect, MentionableSelect, ChannelSelect, StringSelect } = ComponentType;

/**
 * Returns the data of a press or choice on a message.
 * @throws ControlError when Discord would not let the person do it
 */
export function componentData(
  state: GuildState,
  message: APIMessage | undefined,
  input: InteractionInput,
  inGuild: boolean,
): JsonObject {
  const { customId = "", values } = input;
  const found = allComponents(message?.components).find(
    ({ component }) => component["custom_id"] === customId,
  );
  if (input.forged) {
    const type = input.componentType ?? Number(found?.component["type"] ?? ComponentType.Button);
    return { id: 1, custom_id: customId, component_type: type, ...(values ? { values } : {}) };
  }
  if (!message || !found) throw new ControlError(`the message has no component ${customId}`);
  if (hasFlag(message, MessageFlags.Loading)) throw new ControlError("the message is still being made");
  const { component } = found;
  if (component["disabled"] === true) throw new ControlError(`the component ${customId} is disabled`);
  const shared = { id: component["id"], custom_id: customId, component_type: component["type"] };
  if (!isSelect(component["type"])) return shared;
  const chosen = checkedValues(state, component, values ?? []);
  const resolved = resolvedValues(state, inGuild, [{ component, values: chosen }]);
  return { ...shared, values: chosen, ...(resolved ? { resolved } : {}) };
}

/**
 * Returns what is chosen in a select or a group of checkboxes.
 * @throws ControlError for values that it does not offer, or too few or many of them
 */
export function checkedValues(state: GuildState, component: JsonObject, values: readonly string[]): string[] {
  const { type, custom_id: id, options } = component;
  const offered = Array.isArray(options) ? options.filter(isObject).map(({ value }) => value) : undefined;
  const isKnown = (value: string): boolean => {
    if (type === UserSelect) return state.people.has(value);
    if (type === RoleSelect) return state.roles.has(value);
    if (type === ChannelSelect) return state.channels.has(value);
    if (type === MentionableSelect) return state.people.has(value) || state.roles.has(value);
    return offered?.includes(value) ?? false;
  };
  const foreign = values.find((value) => !isKnown(value));
  if (foreign !== undefined) throw new ControlError(`${String(id)} does not offer ${foreign}`);
  const isGroup = type === ComponentType.CheckboxGroup;
  const least =
    component["required"] === false && values.length === 0 ? 0 : Number(component["min_values"] ?? 1);
  const most = Number(component["max_values"] ?? (isGroup ? (offered?.length ?? 0) : 1));
  if (values.length < least || values.length > most || new Set(values).size < values.length)
    throw new ControlError(`choose ${least} to ${most} different values of ${String(id)}`);
  return [...values];
}

/** Returns the objects that the choices in selects name. */
export function resolvedValues(
  state: GuildState,
  inGuild: boolean,
  chosen: readonly { component: JsonObject; values: readonly string[] }[],
): JsonObject | undefined {
  const typesOf = (...types: ComponentType[]): string[] =>
    chosen.flatMap(({ component, values }) => (types.includes(Number(component["type"])) ? values : []));
  return resolvedData(state, inGuild, {
    users: typesOf(UserSelect, MentionableSelect),
    roles: typesOf(RoleSelect, MentionableSelect),
    channels: typesOf(ChannelSelect),
  });
}

/** Returns the values that a select shows as chosen before anybody touches it. */
export function defaultValues(component: JsonObject): string[] {
  const { options, default_values: given } = component;
  const marked = Array.isArray(options)
    ? options.filter(isObject).flatMap((each) => (each["default"] === true ? [String(each["value"])] : []))
    : [];
  const entities = Array.isArray(given) ? given.filter(isObject).map(({ id }) => String(id)) : [];
  return component["type"] === StringSelect ? marked : [...marked, ...entities];
}
