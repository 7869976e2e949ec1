import { ApplicationCommandType } from "discord-api-types/v10";
import type { Core } from "../core.ts";
import { defaults } from "../defaults.ts";
import { DiscordError, errors } from "../errors.ts";
import { ControlError } from "../guild-inputs.ts";
import { type Answer, isObject, type JsonObject, objectBody, type Request } from "../http.ts";
import { escapeHtml } from "../oauth-page.ts";
import { findPeople, outsider, shownName } from "../people.ts";
import { type Offered, personId, readCommand, suggest } from "./chat-commands.ts";
import { commandButtons, drawFeed, namesOf } from "./chat-messages.ts";
import { drawModal } from "./chat-modal.ts";
import { chatPage, chooserPage } from "./chat-page.ts";
import { textsOf } from "./chat-texts.ts";
import { assertMayWrite, type Viewer, viewerOf, visibleChannels } from "./chat-viewer.ts";

const shown = 30;

/** A small chat in which the application's commands can be tried; its address contains the key of the consent page. */
export class Chat {
  readonly #core: Core;
  /** Ids of messages and failures that their only reader has dismissed. */
  readonly #dismissed = new Set<string>();
  readonly #offered: Offered = new Map();

  constructor(core: Core) {
    this.#core = core;
  }

  /** @param part what follows the chat's own path, such as "/feed" */
  async answer(request: Request, path: string, part: string): Promise<Answer> {
    const { method, query } = request;
    if (part === "" && method === "GET") return { status: 200, body: this.#page(query, path) };
    try {
      const viewer = viewerOf(this.#core, query);
      if (method === "POST" && part === "/do") {
        await this.#act(viewer, objectBody(request));
        return { status: 200, body: {} };
      }
      if (method !== "GET") throw errors.methodNotAllowed();
      if (part === "/feed") return { status: 200, body: this.#feed(viewer) };
      if (part === "/people") return { status: 200, body: this.#people(viewer, query.get("q") ?? "") };
      if (part === "/suggest") {
        const suggestions = await suggest(this.#core, viewer, this.#offered, query.get("text") ?? "").catch(
          (error: unknown) => {
            if (error instanceof ControlError) return [];
            throw error;
          },
        );
        return { status: 200, body: { suggestions } };
      }
      throw errors.notFound();
    } catch (error) {
      if (error instanceof ControlError) return { status: 400, body: { error: error.message } };
      if (error instanceof DiscordError) return { status: error.status, body: { error: error.message } };
      throw error;
    }
  }

  #page(query: URLSearchParams, path: string): string {
    let problem = "";
    try {
      if (query.has("user")) {
        const viewer = viewerOf(this.#core, query);
        const guildName = viewer.place === "guild" ? this.#core.guild.state.name : defaults.otherGuildName;
        const channels = visibleChannels(this.#core, viewer.userId);
        return chatPage(viewer, shownName(this.#core, viewer.userId), guildName, channels, path);
      }
    } catch (error) {
      if (!(error instanceof ControlError)) throw error;
      problem = error.message;
    }
    const search = (query.get("q") ?? "").trim();
    const matching = findPeople(this.#core, search);
    return chooserPage({
      path,
      search,
      people: matching.slice(0, shown),
      found: matching.length,
      outsider: outsider(this.#core),
      place: query.get("place") ?? "guild",
      locale: query.get("locale") ?? "en-GB",
      problem,
    });
  }

  #feed(viewer: Viewer): object {
    const opener = this.#core.interactions
      .list()
      .findLast(
        ({ modal, userId, payload }) =>
          modal && userId === viewer.userId && payload.channel_id === viewer.channelId,
      );
    const modal = opener?.modal && {
      id: opener.id,
      html: drawModal(opener.modal, namesOf(this.#core), viewer.locale),
    };
    return { messages: drawFeed(this.#core, viewer, this.#dismissed), modal: modal ?? null };
  }

  #people(viewer: Viewer, search: string): object {
    const found = findPeople(this.#core, search.replace(/^@/, "")).slice(0, 12);
    const none = `<small>${textsOf(viewer.locale).noApps}</small>`;
    return {
      people: found.map(({ member: { user } }) => ({
        username: user.username,
        name: shownName(this.#core, user.id),
      })),
      html: found
        .map(({ member: { user } }) => {
          const buttons = commandButtons(this.#core, viewer, ApplicationCommandType.User, user.id);
          const name = escapeHtml(shownName(this.#core, user.id));
          return `<div class="human" role="group" aria-label="${name}"><span>${name} <small>${escapeHtml(user.username)}</small></span>${buttons || none}</div>`;
        })
        .join(""),
    };
  }

  async #act(viewer: Viewer, body: JsonObject): Promise<void> {
    const { interactions, messages } = this.#core;
    const { userId, place, install, locale, channelId: channel } = viewer;
    const text = (key: string): string => (typeof body[key] === "string" ? body[key] : "");
    switch (body["do"]) {
      case "say":
        if (text("text").startsWith("/"))
          await interactions.send(readCommand(this.#core, viewer, this.#offered, text("text")));
        else {
          assertMayWrite(this.#core, viewer);
          messages.say(channel, userId, text("text"), this.#core.nextId());
        }
        return;
      case "press": {
        const values = this.#values(body);
        const chosen = Array.isArray(values) ? { values: values.map(String) } : {};
        const target = { messageId: text("messageId"), customId: text("customId") };
        await interactions.send({ kind: "component", userId, place, locale, ...target, ...chosen });
        return;
      }
      case "command":
        await interactions.send({
          kind: "command",
          ...{ userId, place, install, channel, locale, name: text("name"), targetId: text("targetId") },
          commandType: Number(body["type"]),
        });
        return;
      case "modal": {
        const fields = isObject(body["fields"]) ? Object.entries(body["fields"]) : [];
        await interactions.send({
          kind: "modal",
          userId,
          locale,
          fields: Object.fromEntries(
            fields.map(([id, value]) => [id, isObject(value) ? this.#values(value) : value]),
          ),
        });
        return;
      }
      case "close": {
        const record = interactions.find(text("id"));
        if (record?.userId === userId) record.modal = null;
        return;
      }
      case "dismiss":
        this.#dismissed.add(text("id"));
        return;
      default:
        throw new ControlError("nothing to do");
    }
  }

  /** Returns what was chosen; people are named in a text, separated by commas. */
  #values({ values, people }: JsonObject): unknown {
    if (typeof people !== "string") return values;
    const names = people.split(",").filter((name) => name.trim() !== "");
    return names.map((name) => personId(this.#core, name));
  }
}
