import type { Command, Option, Text } from "../../../lib/commands/command.ts";

// https://discord.com/developers/docs/interactions/application-commands#application-command-object
const KINDS = { chat: 1, user: 2, message: 3 } as const;
/** The type of an option that is a text. */
const TEXT = 3;
/** Places where an application is installed: a server, a user. */
const INSTALLS = { server: 0, user: 1 } as const;
/** Where a command can be called: in a server, in a message to the application, in any other message. */
const CONTEXTS = { server: 0, toApplication: 1, privately: 2 } as const;

/** A command or an option in Discord's format. */
export type Definition = Record<string, unknown> & { name: string; type: number };

/** Omits a text that equals the default, as Discord may do. */
const localized = ({ en, da }: Text) => (da === en ? {} : { da });

const named = (name: Text, description?: Text) => ({
  name: name.en,
  name_localizations: localized(name),
  ...(description ? { description: description.en, description_localizations: localized(description) } : {}),
});

const toOption = ({ name, description, isRequired, most, complete }: Option): Definition => ({
  ...named(name, description),
  type: TEXT,
  required: isRequired === true,
  ...(most === undefined ? {} : { max_length: most }),
  ...(complete ? { autocomplete: true } : {}),
});

/** A command in the format for Discord. */
export function toDefinition(command: Command): Definition {
  const { kind, name, isOwn } = command;
  return {
    ...named(name, kind === "chat" ? command.description : undefined),
    type: KINDS[kind],
    ...(kind === "chat" ? { options: (command.options ?? []).map(toOption) } : {}),
    integration_types: isOwn ? Object.values(INSTALLS) : [INSTALLS.server],
    contexts: isOwn ? Object.values(CONTEXTS) : [CONTEXTS.server],
    default_member_permissions: null,
  };
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null;

/**
 * The fields, with dots, in which Discord's value differs from the wanted one. Fields that only Discord has do not count: it
 * adds ids, versions and defaults. Lists are compared whole, and a field omitted there is its default.
 */
export function differences(wanted: unknown, found: unknown, place = ""): string[] {
  if (Array.isArray(wanted)) {
    const others = Array.isArray(found) ? found : [];
    if (wanted.length !== others.length) return [place];
    return wanted.flatMap((each, at) => differences(each, others[at], `${place}.${at}`));
  }
  if (isObject(wanted)) {
    const other = isObject(found) ? found : {};
    return Object.entries(wanted).flatMap(([name, value]) =>
      differences(value, other[name], place ? `${place}.${name}` : name),
    );
  }
  const isDefault = found === undefined && (wanted === false || wanted === null);
  return wanted === found || isDefault ? [] : [place];
}
