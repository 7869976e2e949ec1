import { type APIApplicationCommand, ApplicationCommandType } from "discord-api-types/v10";
import type { Application } from "./applications.ts";
import type { Core } from "./core.ts";
import { errors, type FormErrors, invalidForm } from "./errors.ts";
import {
  type Answer,
  answer,
  type Context,
  isObject,
  type JsonObject,
  jsonBody,
  noContent,
  type Route,
} from "./http.ts";

const nameRule = /^[-_'\p{L}\p{N}\p{Script=Devanagari}\p{Script=Thai}]{1,32}$/u;
const limits: Record<number, number> = {
  [ApplicationCommandType.ChatInput]: 100,
  [ApplicationCommandType.User]: 15,
  [ApplicationCommandType.Message]: 15,
};

export function commandRoutes(core: Core): Route[] {
  return ["/applications/:application/commands", "/applications/:application/guilds/:guild/commands"].flatMap(
    (path): Route[] => {
      const route = (
        method: string,
        suffix: string,
        handle: (context: Context, application: Application, scope: string) => Answer,
      ): Route => ({
        method,
        path: path + suffix,
        auth: "bot",
        handle: (context) => {
          const { application, params } = context;
          if (!application || application.id !== params["application"]) throw errors.missingAccess();
          const guildId = params["guild"];
          const { state } = core.guild;
          if (guildId !== undefined && (guildId !== state.id || !state.members.has(application.id)))
            throw errors.missingAccess();
          return handle(context, application, guildId ?? "");
        },
      });
      const known = (application: Application, scope: string): APIApplicationCommand[] =>
        application.commands.get(scope) ?? [];
      const find = ({ params }: Context, application: Application, scope: string): APIApplicationCommand => {
        const found = known(application, scope).find(({ id }) => id === params["command"]);
        if (!found) throw errors.unknownCommand();
        return found;
      };
      const store = (application: Application, scope: string, commands: APIApplicationCommand[]): void => {
        application.commands.set(scope, commands);
        core.changed();
      };
      return [
        route("GET", "", (_, application, scope) => answer(known(application, scope))),
        route("PUT", "", (context, application, scope) => {
          const commands = readAll(jsonBody(context.request)).map((body) =>
            make(core, application, scope, body, known(application, scope)),
          );
          store(application, scope, commands);
          return answer<APIApplicationCommand[]>(commands);
        }),
        route("POST", "", (context, application, scope) => {
          const body = jsonBody(context.request);
          const fields = checkCommand(body);
          if (fields || !isObject(body)) throw invalidForm(fields ?? {});
          const before = known(application, scope);
          const made = make(core, application, scope, body, before);
          store(application, scope, [...before.filter(({ id }) => id !== made.id), made]);
          return answer<APIApplicationCommand>(made, before.some(({ id }) => id === made.id) ? 200 : 201);
        }),
        route("GET", "/:command", (context, application, scope) => answer(find(context, application, scope))),
        route("PATCH", "/:command", (context, application, scope) => {
          const before = find(context, application, scope);
          const body = jsonBody(context.request);
          const merged = { ...before, ...(isObject(body) ? body : {}) };
          const fields = checkCommand(merged);
          if (fields) throw invalidForm(fields);
          const edited = { ...make(core, application, scope, merged, []), id: before.id };
          store(
            application,
            scope,
            known(application, scope).map((one) => (one.id === before.id ? edited : one)),
          );
          return answer<APIApplicationCommand>(edited);
        }),
        route("DELETE", "/:command", (context, application, scope) => {
          const { id } = find(context, application, scope);
          store(
            application,
            scope,
            known(application, scope).filter((one) => one.id !== id),
          );
          return noContent;
        }),
      ];
    },
  );
}

/** Checks a whole list; errors carry the index of their command. */
function readAll(body: unknown): JsonObject[] {
  if (!Array.isArray(body))
    throw invalidForm(one("LIST_TYPE_CONVERT", "Only iterables may be used in a ListType"));
  const fields: FormErrors = {};
  const seen = new Set<string>();
  const counts = new Map<number, number>();
  const commands: JsonObject[] = [];
  for (const [index, command] of body.entries()) {
    const problem = checkCommand(command);
    if (problem) fields[index] = problem;
    if (!isObject(command)) continue;
    const type = typeOf(command);
    const key = `${type} ${String(command["name"])}`;
    if (seen.has(key))
      fields[index] = {
        name: one("APPLICATION_COMMANDS_DUPLICATE_NAME", "Application command names must be unique"),
      };
    seen.add(key);
    counts.set(type, (counts.get(type) ?? 0) + 1);
    commands.push(command);
  }
  if (Object.keys(fields).length > 0) throw invalidForm(fields);
  for (const [type, count] of counts)
    if (count > (limits[type] ?? 1))
      throw invalidForm(one("BASE_TYPE_MAX_LENGTH", `Must be ${limits[type] ?? 1} or fewer in length.`));
  return commands;
}

/** Returns the field errors of one command, or undefined when it is valid. */
function checkCommand(command: unknown): FormErrors | undefined {
  if (!isObject(command)) return one("DICT_TYPE_CONVERT", "Only dictionaries may be used in a DictType");
  const fields: FormErrors = {};
  const chatInput = typeOf(command) === ApplicationCommandType.ChatInput;
  const nameProblem = checkName(command["name"], chatInput);
  if (nameProblem) fields["name"] = nameProblem;
  const descriptionProblem = checkDescription(command["description"], chatInput);
  if (descriptionProblem) fields["description"] = descriptionProblem;
  const optionProblem = checkOptions(command["options"]);
  if (optionProblem) fields["options"] = optionProblem;
  return Object.keys(fields).length > 0 ? fields : undefined;
}

function checkName(name: unknown, chatInput: boolean): FormErrors | undefined {
  if (name === undefined) return one("BASE_TYPE_REQUIRED", "This field is required");
  if (typeof name !== "string" || name.length < 1 || name.length > 32)
    return one("BASE_TYPE_BAD_LENGTH", "Must be between 1 and 32 in length.");
  if (chatInput && (!nameRule.test(name) || name !== name.toLowerCase()))
    return one("APPLICATION_COMMAND_INVALID_NAME", "Command name is invalid");
  return undefined;
}

function checkDescription(description: unknown, needed: boolean): FormErrors | undefined {
  if (!needed)
    return description
      ? one("APPLICATION_COMMAND_CONTEXT_MENU_DESCRIPTION", "Context menu commands cannot have description")
      : undefined;
  if (description === undefined) return one("BASE_TYPE_REQUIRED", "This field is required");
  return typeof description === "string" && description.length >= 1 && description.length <= 100
    ? undefined
    : one("BASE_TYPE_BAD_LENGTH", "Must be between 1 and 100 in length.");
}

function checkOptions(options: unknown): FormErrors | undefined {
  if (options === undefined || options === null) return undefined;
  if (!Array.isArray(options)) return one("LIST_TYPE_CONVERT", "Only iterables may be used in a ListType");
  if (options.length > 25) return one("BASE_TYPE_MAX_LENGTH", "Must be 25 or fewer in length.");
  const fields: FormErrors = {};
  let optionalSeen = false;
  const names = new Set<unknown>();
  for (const [index, option] of options.entries()) {
    const problem = checkCommand(isObject(option) ? { ...option, type: 1 } : option) ?? {};
    if (isObject(option)) {
      if (typeof option["type"] !== "number" || option["type"] < 1 || option["type"] > 11)
        problem["type"] = one(
          "BASE_TYPE_CHOICES",
          "Value must be one of {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11}.",
        );
      if (option["required"] === true && optionalSeen)
        problem["required"] = one(
          "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID",
          "Required options must be placed before non-required options",
        );
      if (names.has(option["name"]))
        problem["name"] = one(
          "APPLICATION_COMMAND_OPTIONS_NAME_ALREADY_EXISTS",
          "Option name already exists",
        );
      if (Array.isArray(option["choices"]) && option["choices"].length > 25)
        problem["choices"] = one("BASE_TYPE_MAX_LENGTH", "Must be 25 or fewer in length.");
      names.add(option["name"]);
      optionalSeen ||= option["required"] !== true;
    }
    if (Object.keys(problem).length > 0) fields[index] = problem;
  }
  return Object.keys(fields).length > 0 ? fields : undefined;
}

function typeOf(command: JsonObject): number {
  return typeof command["type"] === "number" ? command["type"] : ApplicationCommandType.ChatInput;
}

function one(code: string, message: string): FormErrors {
  return { _errors: [{ code, message }] };
}

/** Makes a stored command; it keeps the id of one with the same name and type. */
function make(
  core: Core,
  application: Application,
  scope: string,
  body: JsonObject,
  before: readonly APIApplicationCommand[],
): APIApplicationCommand {
  const type = typeOf(body);
  const same = before.find((command) => command.name === body["name"] && command.type === type);
  const permissions = body["default_member_permissions"];
  return {
    ...(body as Partial<APIApplicationCommand>),
    id: same?.id ?? core.nextId(),
    application_id: application.id,
    ...(scope ? { guild_id: scope } : {}),
    type,
    name: String(body["name"]),
    description: typeof body["description"] === "string" ? body["description"] : "",
    default_member_permissions: typeof permissions === "string" ? permissions : null,
    nsfw: body["nsfw"] === true,
    version: core.nextId(),
  };
}
