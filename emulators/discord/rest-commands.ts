import type { APIApplicationCommand } from "discord-api-types/v10";
import type { Application } from "./applications.ts";
import { checkCommand, checkCommands, mostCommands, typeOf } from "./command-checks.ts";
import { inLocale, isSameCommand, storedCommand, withoutDefaults } from "./command-forms.ts";
import type { Core } from "./core.ts";
import { errors, invalidForm } from "./errors.ts";
import {
  type Answer,
  answer,
  type Context,
  isObject,
  type JsonObject,
  jsonBody,
  noContent,
  type Request,
  type Route,
} from "./http.ts";

/** With it an application's own token changes its commands. */
export const commandsScope = "applications.commands.update";

/** Routes of global commands and of those of the guild. */
export function commandRoutes(core: Core): Route[] {
  return ["/applications/:application/commands", "/applications/:application/guilds/:guild/commands"].flatMap(
    (path): Route[] => {
      const route = (
        method: string,
        suffix: string,
        handle: (context: Context, commands: ScopedCommands) => Answer,
      ): Route => ({
        method,
        path: path + suffix,
        auth: "any",
        handle: (context) => {
          const { params, grant } = context;
          if (grant && !grant.scopes.includes(commandsScope)) throw errors.missingAccess();
          const application = context.application ?? core.applications.get(grant?.clientId ?? "");
          if (!application || application.id !== params["application"]) throw errors.missingAccess();
          const guildId = params["guild"];
          const { state } = core.guild;
          if (guildId !== undefined && (guildId !== state.id || !state.members.has(application.id)))
            throw errors.missingAccess();
          return handle(context, new ScopedCommands(core, application, guildId ?? ""));
        },
      });
      const id = ({ params }: Context): string => params["command"] ?? "";
      // Discord documents that localized texts equal to the default are ignored, not whether they are shown.
      const shown = (command: APIApplicationCommand): APIApplicationCommand =>
        (core.strange.seed ?? 0) % 2 === 1 ? withoutDefaults(command) : command;
      return [
        route("GET", "", ({ request }, commands) => {
          const isFull = ["true", "1", "True"].includes(request.query.get("with_localizations") ?? "");
          const all = commands.all().map(shown);
          return answer(isFull ? all : all.map((each) => inLocale(each, localeOf(request))));
        }),
        route("PUT", "", ({ request }, commands) => {
          const body = jsonBody(request);
          const found = checkCommands(body);
          if (found) throw invalidForm(found);
          return answer<APIApplicationCommand[]>(commands.replace(body as JsonObject[]).map(shown));
        }),
        route("POST", "", ({ request }, commands) => {
          const { command, isNew } = commands.put(checked(jsonBody(request)));
          return answer<APIApplicationCommand>(shown(command), isNew ? 201 : 200);
        }),
        route("GET", "/:command", (context, commands) => answer(shown(commands.find(id(context))))),
        route("PATCH", "/:command", (context, commands) => {
          const before = commands.find(id(context));
          const body = jsonBody(context.request);
          return answer(shown(commands.edit(before, isObject(body) ? body : {})));
        }),
        route("DELETE", "/:command", (context, commands) => {
          commands.remove(commands.find(id(context)));
          return noContent;
        }),
      ];
    },
  );
}

function checked(body: unknown): JsonObject {
  const found = checkCommand(body);
  if (found || !isObject(body)) throw invalidForm(found ?? {});
  return body;
}

/** Returns the locale of a request: that of its headers, else that of a bot's account. */
function localeOf({ headers }: Request): string {
  const own = headers["x-discord-locale"];
  const accepted = headers["accept-language"]?.split(/[,;]/)[0]?.trim();
  return (typeof own === "string" ? own : undefined) ?? (accepted && accepted !== "*" ? accepted : "en-US");
}

/** The commands of an application in one scope. */
class ScopedCommands {
  readonly #core: Core;
  readonly #application: Application;
  readonly #scope: string;

  constructor(core: Core, application: Application, scope: string) {
    this.#core = core;
    this.#application = application;
    this.#scope = scope;
  }

  all(): APIApplicationCommand[] {
    return this.#application.commands.get(this.#scope) ?? [];
  }

  /** @throws DiscordError 10063 */
  find(id: string): APIApplicationCommand {
    const found = this.all().find((command) => command.id === id);
    if (!found) throw errors.unknownCommand();
    return found;
  }

  /** Replaces all commands; one of the same kind and name, or of the id that the body names, keeps its id. */
  replace(bodies: readonly JsonObject[]): APIApplicationCommand[] {
    const before = this.all();
    this.#requireCreates(bodies.filter((body) => !sameAs(before, body)).length);
    const after = bodies.map((body) => this.#made(body, sameAs(before, body)));
    const gone = before.filter(({ id }) => !after.some((each) => each.id === id));
    for (const _ of gone) this.#count("deleted");
    this.#store(after);
    return after;
  }

  /** Adds a command, or replaces the one of the same kind and name. */
  put(body: JsonObject): { command: APIApplicationCommand; isNew: boolean } {
    const before = this.all();
    const same = sameAs(before, { ...body, id: undefined });
    if (!same) {
      this.#requireCreates(1);
      const most = mostCommands[typeOf(body)] ?? 0;
      if (before.filter(({ type }) => type === typeOf(body)).length >= most) throw errors.tooManyCommands();
    }
    const command = this.#made(body, same);
    this.#store([...before.filter(({ id }) => id !== command.id), command]);
    return { command, isNew: !same };
  }

  edit(before: APIApplicationCommand, changes: JsonObject): APIApplicationCommand {
    const command = this.#made(checked({ ...before, ...changes, type: before.type }), before);
    this.#store(this.all().map((each) => (each.id === before.id ? command : each)));
    return command;
  }

  remove(command: APIApplicationCommand): void {
    this.#count("deleted");
    this.#store(this.all().filter((each) => each !== command));
  }

  /** Makes a stored command; its version changes only with its content. */
  #made(body: JsonObject, same: APIApplicationCommand | undefined): APIApplicationCommand {
    const made = storedCommand(body, {
      id: same?.id ?? this.#core.nextId(),
      applicationId: this.#application.id,
      guildId: this.#scope,
      version: this.#core.nextId(),
    });
    const isSame = same !== undefined && isSameCommand(made, same);
    this.#count(same ? (isSame ? "unchanged" : "changed") : "created");
    return isSame ? { ...made, version: same.version } : made;
  }

  #requireCreates(count: number): void {
    if (!this.#application.commandWrites.mayCreate(this.#core.clock.now(), this.#scope, count))
      throw errors.tooManyCreates();
  }

  #count(change: "created" | "changed" | "unchanged" | "deleted"): void {
    this.#application.commandWrites.add(this.#core.clock.now(), this.#scope, change);
  }

  #store(commands: APIApplicationCommand[]): void {
    this.#application.commands.set(this.#scope, commands);
    this.#core.changed();
  }
}

function sameAs(
  commands: readonly APIApplicationCommand[],
  body: JsonObject,
): APIApplicationCommand | undefined {
  return commands.find(
    ({ id, name, type }) => id === body["id"] || (name === body["name"] && type === typeOf(body)),
  );
}
