import type { InteractionActor } from "../actor.ts";
import type { Env } from "../env.ts";
import { AppError } from "../errors.ts";
import type { RequestContext } from "../http/app.ts";
import type { Route } from "../http/route.ts";
import { fillIn } from "../sentence.ts";
import type { Language } from "../wire.schema.ts";
import type { Arguments, Reply } from "./reply.ts";

/** A text in each language; `{name}` is filled in (see `fillIn`). */
export type Text = Readonly<Record<Language, string>>;

const MORE: Text = {
  en: "There are more: the button below opens all of them.",
  da: "Der er flere: knappen nedenfor åbner dem alle.",
};

/** A choice that Discord offers while a user types; `value` is at most 100 characters. */
type Choice = { name: string; value: string };

/** A text that a command takes. Discord shows its name and description in the user's language. */
export type Option = {
  /** In lower case, without spaces; the English one names the value for `run`. At most 32 characters. */
  name: Text;
  /** At most 100 characters. */
  description: Text;
  isRequired?: true;
  /** Most characters. */
  most?: number;
  /** The choices for what is typed so far, at most MOST_OPTIONS. It asks routes as `run` does, so it offers what the user may see. */
  complete?: (call: Call, typed: string) => Promise<Choice[]>;
};

/** Says texts to readers of a language, with links into the web app. */
export class Speaker {
  readonly language: Language;
  readonly #address: string;

  constructor({ APP_URL }: Pick<Env, "APP_URL">, language: Language) {
    this.#address = APP_URL;
    this.language = language;
  }

  /** A text in the readers' language. */
  say(text: Text, values: Record<string, string | number> = {}): string {
    return fillIn(text[this.language], (name) => values[name] ?? "–");
  }

  /** Says below the first of a list that there are more, for a card with a button that opens all; nothing for a whole list. */
  more(areMore: boolean): string {
    return areMore ? this.say(MORE) : "";
  }

  /** The address of a page of the web app. */
  link(page: string): string {
    return this.#address + page;
  }

  /** A number as readers of the language write it. */
  number(value: number): string {
    return new Intl.NumberFormat(this.language === "da" ? "da-DK" : "en-GB").format(value);
  }
}

/** A person's call of a command, or their press of a button of its answer. */
export class Call extends Speaker {
  readonly actor: InteractionActor;
  readonly now: Date;
  /** Outside the organization's server, where commands are about the caller's own things alone. */
  readonly isPersonal: boolean;
  /** The channel or thread in Discord; null where Discord does not say. */
  readonly channelId: string | null;
  /** Recognizes a repeated press: what it creates is created once. */
  readonly #key: string;
  readonly #c: RequestContext;
  /** Runs before the first route that writes: stores that this interaction was taken. */
  readonly #beforeWrite: () => Promise<void>;

  constructor(
    c: RequestContext,
    actor: InteractionActor,
    given: Pick<Call, "language" | "isPersonal" | "channelId"> & {
      key: string;
      beforeWrite: () => Promise<void>;
    },
  ) {
    super(c.var.env, given.language);
    this.#c = c;
    this.actor = actor;
    this.now = c.var.now;
    this.isPersonal = given.isPersonal;
    this.channelId = given.channelId;
    this.#key = given.key;
    this.#beforeWrite = given.beforeWrite;
  }

  /**
   * Asks a route of the API, with the access, input and budget of a request by HTTP.
   * @throws AppError as the route does
   */
  async ask<Given, Answer>(route: Route<Given, Answer>, given: Given): Promise<Answer> {
    if (route.method === "GET") return route.ask(this.#c, given);
    try {
      return await route.ask(this.#c, given, { idempotencyKey: this.#key, before: this.#beforeWrite });
    } finally {
      this.#c.var.afterAsking(`/api${route.path}`);
    }
  }

  /** Goes on only for a person who may call a route, before a form is shown that asks it. @throws AppError as the route does */
  async enter(route: Route): Promise<void> {
    await route.enter(this.#c);
  }

  /** Whether the person may call a route; its rows may still be none of theirs. */
  async may(route: Route): Promise<boolean> {
    return route.enter(this.#c).then(
      () => true,
      (error) => {
        if (error instanceof AppError) return false;
        throw error;
      },
    );
  }
}

/** The record that a control is about: its argument `id`. */
export const idOf = ({ id }: Arguments): number => Number(id);

/** The parameters of a route that edits the record of a control as it was when the control was shown: `id` and `version`. */
export const edit = <Body>(given: Arguments, body: Body) => ({
  id: idOf(given),
  body: { ...body, version: Number(given["version"]) },
});

/** Answers a press: `values` are the fields of a form, or the `chosen` value of a menu. */
export type Action = (
  call: Call,
  given: Arguments,
  values: Readonly<Record<string, string>>,
) => Promise<Reply>;

/** The user or the message that a command was called on. */
type Target = { userId: string | null; text: string; link: string };

type Shared = {
  name: Text;
  /** It is about the caller's own things alone, so that they can call it outside the organization's server, too. */
  isOwn?: true;
  /** Routes of which it asks one at least: the list of commands leaves it out for those who may call none of them. */
  needs?: readonly Route[];
  /** It takes longer than Discord waits, as a rule. */
  isSlow?: true;
  /** The actions of its buttons, menus and forms, by the name that they have in an answer. */
  actions?: Readonly<Record<string, Action>>;
};

/** A command that a user types. */
export type ChatCommand = Shared & {
  kind: "chat";
  /** At most 100 characters; the list of commands has it, too. */
  description: Text;
  options?: readonly Option[];
  run: (call: Call, options: Readonly<Record<string, string>>) => Promise<Reply>;
};

/** A command in the menu of a user or a message. */
export type MenuCommand = Shared & {
  kind: "user" | "message";
  /** Not shown by Discord; the list of commands has it. */
  description: Text;
  run: (call: Call, target: Target) => Promise<Reply>;
};

/**
 * A command of the product in Discord. It asks routes of the API for everything, so that it shows and does exactly what the
 * web app shows the same person and lets them do.
 */
export type Command = ChatCommand | MenuCommand;
