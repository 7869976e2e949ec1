import { ComponentType } from "discord-api-types/v10";
import { ControlError } from "./guild-inputs.ts";
import type { GuildState } from "./guild-state.ts";
import { isObject, type JsonObject } from "./http.ts";
import { checkedValues, defaultValues, resolvedValues } from "./interaction-components.ts";
import type { InteractionInput } from "./interaction-records.ts";

const { ActionRow, Label, TextInput, Checkbox, RadioGroup, FileUpload } = ComponentType;

/**
 * Returns the data of a submitted modal: each component in the place that it has in the modal, with what was filled in.
 * @throws ControlError when Discord would not let the person submit it
 */
export function modalData(
  state: GuildState,
  modal: JsonObject | undefined,
  input: InteractionInput,
  inGuild: boolean,
): JsonObject {
  const fields = input.fields ?? {};
  if (input.forged)
    return { custom_id: input.customId ?? modal?.["custom_id"] ?? "", components: forged(input) };
  if (!modal) throw new ControlError(`no modal ${input.customId ?? ""} is open`);
  const chosen: { component: JsonObject; values: string[] }[] = [];
  const known = new Set<string>();
  const filled = (component: JsonObject): JsonObject => {
    const id = String(component["custom_id"]);
    known.add(id);
    const result = fill(state, component, fields[id]);
    if (Array.isArray(result["values"])) chosen.push({ component, values: result["values"] as string[] });
    return { type: component["type"], id: component["id"], custom_id: id, ...result };
  };
  const components = (modal["components"] as JsonObject[]).map((outer): JsonObject => {
    const shared = { type: outer["type"], id: outer["id"] };
    const { component, components: inner } = outer;
    if (outer["type"] === Label && isObject(component)) return { ...shared, component: filled(component) };
    if (outer["type"] === ActionRow && Array.isArray(inner))
      return { ...shared, components: inner.filter(isObject).map(filled) };
    return shared;
  });
  const foreign = Object.keys(fields).find((id) => !known.has(id));
  if (foreign !== undefined) throw new ControlError(`the modal has no field ${foreign}`);
  const resolved = resolvedValues(state, inGuild, chosen);
  return { custom_id: modal["custom_id"], components, ...(resolved ? { resolved } : {}) };
}

/** Returns the value or values of a field; by default those that the modal shows at first. */
function fill(state: GuildState, component: JsonObject, given: unknown): JsonObject {
  const id = String(component["custom_id"]);
  const isRequired = component["required"] !== false;
  const { type } = component;
  if (type === TextInput) {
    const value = given ?? component["value"] ?? "";
    if (typeof value !== "string") throw new ControlError(`${id} must be a text`);
    const { length } = [...value];
    const least = Number(component["min_length"] ?? (isRequired ? 1 : 0));
    const most = Number(component["max_length"] ?? 4000);
    if ((length > 0 || isRequired) && (length < Math.max(least, isRequired ? 1 : 0) || length > most))
      throw new ControlError(`${id} must have ${least} to ${most} characters`);
    return { value };
  }
  if (type === Checkbox) {
    const value = given ?? component["default"] === true;
    if (typeof value !== "boolean") throw new ControlError(`${id} must be a boolean`);
    return { value };
  }
  if (type === RadioGroup) {
    const value = given === undefined ? (defaultValues(component)[0] ?? null) : given;
    if (value === null && !isRequired) return { value };
    return { value: checkedValues(state, component, value === null ? [] : [String(value)])[0] ?? null };
  }
  if (type === FileUpload) {
    if (isRequired) throw new ControlError("files cannot be uploaded here");
    return { values: [] };
  }
  const values = given === undefined ? defaultValues(component) : given;
  if (!Array.isArray(values)) throw new ControlError(`${id} must be a list`);
  return { values: checkedValues(state, component, values.map(String)) };
}

/** Returns fields without a modal, each in a component that fits its value. */
function forged({ fields = {}, legacy = false }: InteractionInput): JsonObject[] {
  return Object.entries(fields).map(([custom_id, value], index) => {
    const outer = { id: 2 * index + 1 };
    const component: JsonObject = {
      id: 2 * index + 2,
      custom_id,
      ...(Array.isArray(value)
        ? { type: ComponentType.StringSelect, values: value }
        : { type: typeof value === "boolean" ? Checkbox : TextInput, value }),
    };
    return legacy
      ? { ...outer, type: ActionRow, components: [component] }
      : { ...outer, type: Label, component };
  });
}
