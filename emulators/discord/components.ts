import { ComponentType } from "discord-api-types/v10";
import { isObject, type JsonObject } from "./http.ts";

/** A component with its place in the body. */
export interface Placed {
  path: readonly (string | number)[];
  component: JsonObject;
}

/** Returns all components, nested ones included, in the order in which Discord numbers them. */
export function allComponents(components: unknown, path: readonly (string | number)[] = []): Placed[] {
  if (!Array.isArray(components)) return [];
  return components.flatMap((component, index) => branch(component, [...path, index]));
}

function branch(component: unknown, path: readonly (string | number)[]): Placed[] {
  if (!isObject(component)) return [];
  return [
    { path, component },
    ...allComponents(component["components"], [...path, "components"]),
    ...branch(component["accessory"], [...path, "accessory"]),
    ...branch(component["component"], [...path, "component"]),
  ];
}

export const isSelect = (type: unknown): boolean =>
  typeof type === "number" && type >= 3 && type <= 8 && type !== ComponentType.TextInput;

const filled: Readonly<Record<number, JsonObject>> = {
  [ComponentType.StringSelect]: { min_values: 1, max_values: 1 },
  [ComponentType.UserSelect]: { min_values: 1, max_values: 1 },
  [ComponentType.RoleSelect]: { min_values: 1, max_values: 1 },
  [ComponentType.MentionableSelect]: { min_values: 1, max_values: 1 },
  [ComponentType.ChannelSelect]: { min_values: 1, max_values: 1 },
  [ComponentType.Separator]: { spacing: 1, divider: true },
  [ComponentType.Container]: { accent_color: null, spoiler: false },
  [ComponentType.Thumbnail]: { description: null, spoiler: false },
};

/** Returns components as Discord shows them: each has a number of its own, and fields their defaults. */
export function shownComponents<Shown>(components: unknown): Shown[] {
  if (!Array.isArray(components)) return [];
  const taken = new Set(allComponents(components).map(({ component }) => component["id"]));
  let next = 1;
  const number = (given: unknown): unknown => {
    if (typeof given === "number" && given > 0) return given;
    while (taken.has(next)) next += 1;
    next += 1;
    return next - 1;
  };
  const shown = (component: unknown): unknown => {
    if (!isObject(component)) return component;
    const { id, ...given } = component;
    const kept = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== null));
    const made: JsonObject = { id: number(id), ...filled[Number(given["type"])], ...kept };
    if (Array.isArray(given["components"])) made["components"] = given["components"].map(shown);
    for (const key of ["accessory", "component"]) if (isObject(given[key])) made[key] = shown(given[key]);
    const { media } = given;
    if (isObject(media)) made["media"] = { id: "1", proxy_url: media["url"], ...media };
    return made;
  };
  return components.map(shown) as Shown[];
}
