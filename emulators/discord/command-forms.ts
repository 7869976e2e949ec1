import type { APIApplicationCommand } from "discord-api-types/v10";
import { typeOf } from "./command-checks.ts";
import { isObject, type JsonObject } from "./http.ts";

/** Fields of a stored command that are not in its body. */
export interface CommandFrame {
  id: string;
  applicationId: string;
  /** Empty for a global command. */
  guildId: string;
  version: string;
}

const localizations = (value: unknown): JsonObject | null => {
  const texts = isObject(value) ? Object.entries(value).filter(([, each]) => each !== null) : [];
  return texts.length > 0 ? Object.fromEntries(texts) : null;
};
const given = (body: JsonObject, ...fields: string[]): JsonObject =>
  Object.fromEntries(
    fields.flatMap((field) =>
      body[field] === undefined || body[field] === null || body[field] === false
        ? []
        : [[field, body[field]]],
    ),
  );
const parts = (value: unknown): JsonObject[] => (Array.isArray(value) ? value.filter(isObject) : []);

/** Returns a command with everything that Discord adds, from a checked body. */
export function storedCommand(body: JsonObject, frame: CommandFrame): APIApplicationCommand {
  const permissions = body["default_member_permissions"];
  const { guildId } = frame;
  const options = parts(body["options"]);
  const scope: JsonObject = guildId
    ? { guild_id: guildId }
    : {
        dm_permission: body["dm_permission"] !== false,
        contexts: body["contexts"] ?? null,
        integration_types: body["integration_types"] ?? [0],
      };
  return {
    id: frame.id,
    application_id: frame.applicationId,
    version: frame.version,
    default_member_permissions:
      permissions === undefined || permissions === null ? null : String(permissions),
    type: typeOf(body),
    name: String(body["name"]),
    name_localizations: localizations(body["name_localizations"]),
    description: String(body["description"] ?? ""),
    description_localizations: localizations(body["description_localizations"]),
    nsfw: body["nsfw"] === true,
    ...scope,
    ...(options.length > 0 ? { options: options.map(storedOption) } : {}),
  } as unknown as APIApplicationCommand;
}

/** Returns an option as Discord keeps it: fields that say nothing are left out. */
function storedOption(option: JsonObject): JsonObject {
  const options = parts(option["options"]);
  const choices = parts(option["choices"]);
  return {
    type: option["type"],
    name: option["name"],
    name_localizations: localizations(option["name_localizations"]),
    description: option["description"],
    description_localizations: localizations(option["description_localizations"]),
    ...given(
      option,
      "required",
      "autocomplete",
      "min_length",
      "max_length",
      "min_value",
      "max_value",
      "channel_types",
    ),
    ...(options.length > 0 ? { options: options.map(storedOption) } : {}),
    ...(choices.length > 0
      ? {
          choices: choices.map((choice) => ({
            name: choice["name"],
            name_localizations: localizations(choice["name_localizations"]),
            value: choice["value"],
          })),
        }
      : {}),
  };
}

/** Returns whether two stored commands are the same in everything that a body sets. */
export function isSameCommand(left: APIApplicationCommand, right: APIApplicationCommand): boolean {
  const bare = ({ id: _, version: __, ...rest }: APIApplicationCommand): string =>
    JSON.stringify(rest, (_key, value: unknown) =>
      isObject(value)
        ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
        : value,
    );
  return bare(left) === bare(right);
}

/** The locale that stands in for another where a command has no text in it. */
const fallbacks: Readonly<Record<string, string>> = { "en-US": "en-GB", "en-GB": "en-US", "es-419": "es-ES" };

/** Returns the text of a field in a locale, or undefined when there is none. */
export function localText(part: JsonObject, field: string, locale: string): string | undefined {
  const texts = part[`${field}_localizations`];
  if (!isObject(texts)) return undefined;
  const found = texts[locale] ?? texts[fallbacks[locale] ?? ""];
  return typeof found === "string" ? found : undefined;
}

/** Returns a command as lists show it: texts in one locale in the place of all. */
export function inLocale<Part extends object>(part: Part, locale: string): Part {
  const shown: JsonObject = Object.fromEntries(Object.entries(part));
  for (const field of ["name", "description"]) {
    const text = localText(shown, field, locale);
    if (text !== undefined) shown[`${field}_localized`] = text;
    if (`${field}_localizations` in shown) shown[`${field}_localizations`] = null;
  }
  for (const field of ["options", "choices"])
    if (Array.isArray(shown[field])) shown[field] = shown[field].map((each) => inLocale(each, locale));
  return shown as Part;
}

/** Returns a command without localized texts that are the same as the default, which Discord ignores. */
export function withoutDefaults<Part extends object>(part: Part): Part {
  const shown: JsonObject = Object.fromEntries(Object.entries(part));
  for (const field of ["name", "description"]) {
    const texts = shown[`${field}_localizations`];
    if (isObject(texts))
      shown[`${field}_localizations`] = localizations(
        Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== shown[field])),
      );
  }
  for (const field of ["options", "choices"])
    if (Array.isArray(shown[field])) shown[field] = shown[field].map((each) => withoutDefaults(each));
  return shown as Part;
}
