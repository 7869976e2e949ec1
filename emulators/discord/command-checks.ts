import { ApplicationCommandOptionType, ApplicationCommandType, Locale } from "discord-api-types/v10";
import type { FormErrors } from "./errors.ts";
import {
  at,
  boolean,
  type Check,
  collected,
  list,
  number,
  object,
  oneOf,
  optional,
  problem,
  text,
  whole,
} from "./form-checks.ts";
import { isObject, type JsonObject } from "./http.ts";

// The rules of https://docs.discord.com/developers/interactions/application-commands

const { ChatInput, User, Message } = ApplicationCommandType;
const { Subcommand, SubcommandGroup, String: Text, Integer, Number: Decimal } = ApplicationCommandOptionType;
/** The most commands of each kind in one scope. */
export const mostCommands: Readonly<Record<number, number>> = { [ChatInput]: 100, [User]: 15, [Message]: 15 };
/** The most characters of a command with its options and choices. */
const MOST_CHARACTERS = 8000;
const nameRule = /^[-_'\p{L}\p{N}\p{Script=Devanagari}\p{Script=Thai}]{1,32}$/u;
const locales = new Set<string>(Object.values(Locale));

/** Returns the kind of a command; chat input by default. */
export const typeOf = (command: JsonObject): number =>
  typeof command["type"] === "number" ? command["type"] : ChatInput;

const plainName: Check = (value) =>
  text(1, 32)(value) ??
  (nameRule.test(String(value)) && value === String(value).toLowerCase()
    ? undefined
    : problem("APPLICATION_COMMAND_INVALID_NAME", "Command name is invalid"));
const description = text(1, 100);

/** Texts by locale; null is the same as none. */
const localized = (check: Check): Check =>
  optional((value) => {
    if (!isObject(value)) return object({})(value);
    return collected(
      Object.entries(value).map(([locale, each]) => [
        locale,
        locales.has(locale)
          ? optional(check)(each)
          : problem("BASE_TYPE_CHOICES", `Value must be one of {${[...locales].join(", ")}}.`),
      ]),
    );
  });

const distinct = (code: string, message: string, names: readonly unknown[]): FormErrors | undefined => {
  const twice = names.findIndex((name, index) => names.indexOf(name) < index);
  return twice < 0 ? undefined : { [twice]: { name: problem(code, message) } };
};

const choicesOf = (type: unknown): Check => {
  const value = type === Text ? text(1, 100) : type === Integer ? whole(-(2 ** 53) + 1, 2 ** 53 - 1) : number;
  const entry = object({ name: text(1, 100), name_localizations: localized(text(1, 100)), value });
  return (choices) =>
    list(0, 25, entry)(choices) ??
    distinct(
      "APPLICATION_COMMAND_OPTIONS_CHOICE_NAME_EXISTS",
      "Choice name already exists",
      (choices as JsonObject[]).map(({ name }) => name),
    );
};

const optionFields = (inner: Check) => ({
  type: oneOf(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11),
  name: plainName,
  name_localizations: localized(plainName),
  description,
  description_localizations: localized(description),
  required: optional(boolean),
  autocomplete: optional(boolean),
  options: optional(inner),
  min_length: optional(whole(0, 6000)),
  max_length: optional(whole(1, 6000)),
  min_value: optional(number),
  max_value: optional(number),
  channel_types: optional(list(0, 25, whole(0, 20))),
});

/** The options of a command (depth 0), of a group or of a subcommand. */
function optionList(depth: number): Check {
  const inner: Check = (value) => (depth < 2 ? optionList(depth + 1)(value) : undefined);
  const entry = object(optionFields(inner), (option) => {
    const { type, choices, autocomplete } = option;
    const isBranch = type === Subcommand || type === SubcommandGroup;
    if (isBranch && (depth > 1 || (depth === 1 && type === SubcommandGroup)))
      return {
        type: problem("APPLICATION_COMMAND_OPTIONS_TYPE_INVALID", "Subcommands cannot be nested here"),
      };
    const given = Array.isArray(option["options"]) ? option["options"] : [];
    if (type === SubcommandGroup && given.some((each) => isObject(each) && each["type"] !== Subcommand))
      return {
        options: problem("APPLICATION_COMMAND_OPTIONS_TYPE_INVALID", "A group holds subcommands only"),
      };
    if (!isBranch && given.length > 0)
      return { options: problem("APPLICATION_COMMAND_OPTIONS_NOT_ALLOWED", "Only subcommands have options") };
    if (
      autocomplete === true &&
      (![Text, Integer, Decimal].includes(Number(type)) || (Array.isArray(choices) && choices.length > 0))
    )
      return {
        autocomplete: problem(
          "APPLICATION_COMMAND_OPTIONS_AUTOCOMPLETE_INVALID",
          "autocomplete needs a string, integer or number option without choices",
        ),
      };
    const found = choices === undefined || choices === null ? undefined : choicesOf(type)(choices);
    return found && { choices: found };
  });
  return (value) => list(0, 25, entry)(value) ?? optionOrder(value as JsonObject[]);
}

function optionOrder(options: readonly JsonObject[]): FormErrors | undefined {
  const branches = options.filter(({ type }) => type === Subcommand || type === SubcommandGroup);
  if (branches.length > 0 && branches.length < options.length)
    return problem(
      "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID",
      "Sub-command and sub-command group option types are mutually exclusive to all other types",
    );
  const firstOptional = options.findIndex(({ required }) => required !== true);
  const late = options.findIndex(({ required }, index) => required === true && index > firstOptional);
  if (firstOptional >= 0 && late >= 0)
    return at(
      [late, "required"],
      problem(
        "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID",
        "Required options must be placed before non-required options",
      ),
    );
  const exists = ["APPLICATION_COMMAND_OPTIONS_NAME_ALREADY_EXISTS", "Option name already exists"] as const;
  const localizedIn = (locale: string) =>
    options.map(({ name, name_localizations: names }) => (isObject(names) ? (names[locale] ?? name) : name));
  return (
    distinct(
      ...exists,
      options.map(({ name }) => name),
    ) ?? [...locales].map((locale) => distinct(...exists, localizedIn(locale))).find((found) => found)
  );
}

const shared = {
  default_member_permissions: optional((value) =>
    /^\d{1,17}$/.test(String(value)) && Number(value) <= 2 ** 54
      ? undefined
      : problem("NUMBER_TYPE_COERCE", `Value "${String(value)}" is not int.`),
  ),
  dm_permission: optional(boolean),
  nsfw: optional(boolean),
  integration_types: optional(list(1, 2, oneOf(0, 1))),
  contexts: optional(list(1, 3, oneOf(0, 1, 2))),
};
const chatInput = object({
  ...shared,
  name: plainName,
  name_localizations: localized(plainName),
  description,
  description_localizations: localized(description),
  options: optional(optionList(0)),
});
const notAllowed =
  (code: string, message: string): Check =>
  (value) =>
    value === undefined || value === null || value === "" || (Array.isArray(value) && value.length === 0)
      ? undefined
      : problem(code, message);
const noDescription = notAllowed(
  "APPLICATION_COMMAND_CONTEXT_MENU_DESCRIPTION",
  "Context menu commands cannot have description",
);
const contextMenu = object({
  ...shared,
  name: text(1, 32),
  name_localizations: localized(text(1, 32)),
  description: noDescription,
  description_localizations: noDescription,
  options: notAllowed(
    "APPLICATION_COMMAND_CONTEXT_MENU_OPTIONS",
    "Context menu commands cannot have options",
  ),
});

/** Returns the field errors of one command, or undefined when it is valid. */
export function checkCommand(command: unknown): FormErrors | undefined {
  const type = object({ type: optional(oneOf(ChatInput, User, Message)) })(command);
  if (type || !isObject(command)) return type;
  const found = (typeOf(command) === ChatInput ? chatInput : contextMenu)(command);
  if (found) return found;
  return sizeOf(command) > MOST_CHARACTERS
    ? problem("APPLICATION_COMMAND_TOO_LARGE", `Command exceeds maximum size (${MOST_CHARACTERS})`)
    : undefined;
}

/** Returns the characters of names, descriptions and values, each in its longest localization. */
function sizeOf(part: JsonObject): number {
  const longest = (field: string): number => {
    const names = part[`${field}_localizations`];
    const all = [part[field], ...(isObject(names) ? Object.values(names) : [])];
    return Math.max(...all.map((each) => (typeof each === "string" ? [...each].length : 0)));
  };
  const value = typeof part["value"] === "string" ? [...part["value"]].length : 0;
  const inner = [part["options"], part["choices"]].flatMap((each) => (Array.isArray(each) ? each : []));
  return inner
    .filter(isObject)
    .reduce((sum, each) => sum + sizeOf(each), longest("name") + longest("description") + value);
}

/** Returns the problems of a whole list by the index of their command, or undefined when it is valid. */
export function checkCommands(body: unknown): FormErrors | undefined {
  if (!Array.isArray(body)) return problem("LIST_TYPE_CONVERT", "Only iterables may be used in a ListType");
  const keys = body.map((command) =>
    isObject(command) ? `${typeOf(command)} ${String(command["name"])}` : null,
  );
  const found = collected(
    body.map((command, index) => [
      index,
      checkCommand(command) ??
        (keys.indexOf(keys[index] ?? null) < index
          ? {
              name: problem(
                "APPLICATION_COMMANDS_DUPLICATE_NAME",
                "Application command names must be unique",
              ),
            }
          : undefined),
    ]),
  );
  return found ?? checkCount(body.filter(isObject).map(typeOf));
}

function checkCount(types: readonly number[]): FormErrors | undefined {
  const over = Object.entries(mostCommands).find(
    ([type, most]) => types.filter((each) => each === Number(type)).length > most,
  );
  return over && problem("BASE_TYPE_MAX_LENGTH", `Must be ${over[1]} or fewer in length.`);
}
