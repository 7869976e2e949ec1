import { type APIMessage, ApplicationCommandType, MessageFlags } from "discord-api-types/v10";
import { localText } from "../command-forms.ts";
import type { Core } from "../core.ts";
import { isObject } from "../http.ts";
import { offeredCommands } from "../interaction-commands.ts";
import type { InteractionRecord } from "../interaction-records.ts";
import { hasFlag } from "../message-form.ts";
import { escapeHtml } from "../oauth-page.ts";
import { shownName } from "../people.ts";
import { compareIds, timeOf as timeOfId } from "../snowflake.ts";
import { drawComponents } from "./chat-components.ts";
import { markdown, type Names, timeOf } from "./chat-markdown.ts";
import { textsOf } from "./chat-texts.ts";
import type { Viewer } from "./chat-viewer.ts";

/** A message of the feed; the page replaces one when its HTML differs. */
export interface Drawn {
  id: string;
  html: string;
}

const shown = 60;

export function namesOf(core: Core): Names {
  const { state } = core.guild;
  return {
    user: (id) => shownName(core, id),
    role: (id) => state.roles.get(id)?.name ?? "unknown-role",
    channel: (id) => state.channels.get(id)?.name ?? "unknown",
  };
}

/** Returns what a person sees in their channel, oldest first: messages, what only they see, and failures. */
export function drawFeed(core: Core, viewer: Viewer, dismissed: ReadonlySet<string>): Drawn[] {
  const records = core.interactions.list().filter(({ payload }) => payload.channel_id === viewer.channelId);
  const own = records.filter(({ userId }) => userId === viewer.userId);
  const secret = own
    .flatMap((record) => [record.original, ...record.followups])
    .filter((message): message is APIMessage => hasFlag(message, MessageFlags.Ephemeral));
  const messages = [...new Set([...core.messages.in(viewer.channelId), ...secret])]
    .filter(({ id }) => !dismissed.has(id))
    .map((message): Drawn => {
      const source = records.find(({ original, followups }) => [original, ...followups].includes(message));
      return { id: message.id, html: drawMessage(core, viewer, message, source) };
    });
  const failures = own
    .filter(({ failure, id, payload }) => failure !== null && payload.type !== 4 && !dismissed.has(id))
    .map((record): Drawn => ({ id: record.id, html: drawFailure(core, viewer, record) }));
  return [...messages, ...failures].sort((left, right) => compareIds(left.id, right.id)).slice(-shown);
}

function drawMessage(
  core: Core,
  viewer: Viewer,
  message: APIMessage,
  source: InteractionRecord | undefined,
): string {
  const texts = textsOf(viewer.locale);
  const names = namesOf(core);
  const isSecret = hasFlag(message, MessageFlags.Ephemeral);
  const isNew = hasFlag(message, MessageFlags.IsComponentsV2);
  const content = message.content === "" ? "" : `<div class="text">${markdown(message.content, names)}</div>`;
  const embeds = message.embeds
    .map(
      ({ title, description }) =>
        `<div class="container">${title ? `<p class="h3">${escapeHtml(title)}</p>` : ""}${description ? markdown(description, names) : ""}</div>`,
    )
    .join("");
  const components = drawComponents(message.components, {
    names,
    locale: viewer.locale,
    messageId: message.id,
  });
  const body = hasFlag(message, MessageFlags.Loading)
    ? `<p class="thinking">${escapeHtml(message.author.username)} ${texts.thinking}</p>`
    : `${isNew ? "" : content + embeds}${components}`;
  return wrap({
    id: message.id,
    author: message.author.bot ? message.author.username : shownName(core, message.author.id),
    isApp: message.author.bot === true,
    isSecret,
    used: message.type === 0 || message.type === 19 ? "" : usedLine(core, viewer, source),
    body:
      body +
      (message.edited_timestamp ? `<p class="small">${texts.edited}</p>` : "") +
      (isSecret ? onlyYou(viewer) : ""),
    menu: isSecret ? "" : menu(core, viewer, message),
  });
}

function drawFailure(core: Core, viewer: Viewer, record: InteractionRecord): string {
  return wrap({
    id: record.id,
    author: viewer.application.name,
    isApp: true,
    isSecret: true,
    used: usedLine(core, viewer, record),
    body: `<p class="failed">${textsOf(viewer.locale).noResponse}</p><p class="small">${escapeHtml(record.failure ?? "")}</p>${onlyYou(viewer)}`,
    menu: "",
  });
}

interface Parts {
  id: string;
  author: string;
  isApp: boolean;
  isSecret: boolean;
  used: string;
  body: string;
  menu: string;
}

function wrap({ id, author, isApp, isSecret, used, body, menu }: Parts): string {
  const initials = author
    .replace(/[^\p{L}\p{N} ]/gu, "")
    .split(" ")
    .map((word) => word[0] ?? "")
    .join("")
    .slice(0, 2);
  return `<article class="message${isSecret ? " secret" : ""}" data-id="${id}" aria-label="${escapeHtml(author)}">${used}<span class="avatar${isApp ? " app" : ""}" aria-hidden="true">${escapeHtml(initials.toUpperCase())}</span>
<header><strong>${escapeHtml(author)}</strong>${isApp ? `<span class="badge">APP</span>` : ""}${timeOf(Math.floor(timeOfId(id) / 1000), "message")}${menu}</header><div class="body">${body}</div></article>`;
}

const eye = `<svg class="eye" viewBox="0 0 24 24" aria-hidden="true"><path d="M2 12s4-7 10-7 10 7 10 7-4 7-10 7S2 12 2 12z"/><circle cx="12" cy="12" r="3"/></svg>`;

function onlyYou({ locale }: Viewer): string {
  const texts = textsOf(locale);
  return `<p class="small">${eye}${texts.onlyYou} • <button type="button" class="link" data-dismiss>${texts.dismiss}</button></p>`;
}

function usedLine(core: Core, viewer: Viewer, source: InteractionRecord | undefined): string {
  const data = isObject(source?.payload.data) ? source.payload.data : {};
  if (!source || typeof data["name"] !== "string") return "";
  const command = [...viewer.application.commands.values()].flat().find(({ id }) => id === data["id"]);
  const name = (command && localText({ ...command }, "name", viewer.locale)) ?? data["name"];
  const sign = data["type"] === ApplicationCommandType.ChatInput ? "/" : "";
  return `<p class="used">${escapeHtml(shownName(core, source.userId))} ${textsOf(viewer.locale).used} <span class="mention">${escapeHtml(sign + name)}</span></p>`;
}

/** Returns buttons for the commands of a kind that the person is offered. */
export function commandButtons(
  core: Core,
  viewer: Viewer,
  type: ApplicationCommandType,
  targetId: string,
): string {
  return offeredCommands(core.guild.state, viewer.application, viewer)
    .filter((command) => command.type === type)
    .map(
      (command) =>
        `<button type="button" class="secondary" data-command="${escapeHtml(command.name)}" data-type="${type}" data-target="${targetId}">${escapeHtml(
          localText({ ...command }, "name", viewer.locale) ?? command.name,
        )}</button>`,
    )
    .join("");
}

function menu(core: Core, viewer: Viewer, message: APIMessage): string {
  const texts = textsOf(viewer.locale);
  const forMessage = commandButtons(core, viewer, ApplicationCommandType.Message, message.id);
  const forAuthor = message.author.bot
    ? ""
    : commandButtons(core, viewer, ApplicationCommandType.User, message.author.id);
  const author = escapeHtml(shownName(core, message.author.id));
  const buttons = `${forMessage}${forAuthor ? `<p class="small">${texts.appsFor} ${author}</p>${forAuthor}` : ""}`;
  return `<details class="menu"><summary aria-label="${texts.appsOfMessage}">⋯</summary><div>${buttons || `<p class="small">${texts.noApps}</p>`}</div></details>`;
}
