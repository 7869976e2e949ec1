import { readFileSync } from "node:fs";
import type { GuildChannel } from "../guild-state.ts";
import { countText, escapeHtml, memberChoice, page, person } from "../oauth-page.ts";
import type { Found } from "../people.ts";
import { chatStyle } from "./chat-style.ts";
import { textsOf } from "./chat-texts.ts";
import { languages, places, type Viewer } from "./chat-viewer.ts";

const script = readFileSync(new URL("chat-client.js", import.meta.url), "utf8");

export interface ChooserPage {
  path: string;
  search: string;
  people: readonly Found[];
  found: number;
  outsider: { id: string; username: string };
  place: string;
  locale: string;
  /** Why the last choice cannot be taken. */
  problem: string;
}

function choices(
  name: string,
  label: string,
  entries: readonly (readonly [string, string])[],
  chosen: string,
): string {
  const options = entries.map(
    ([value, text]) =>
      `<option value="${value}"${value === chosen ? " selected" : ""}>${escapeHtml(text)}</option>`,
  );
  return `<label class="search" for="${name}">${label}</label><div class="row"><select id="${name}" name="${name}" style="flex:1;font:inherit;padding:8px;background:#17181c;color:inherit;border:1px solid #6d707c;border-radius:6px">${options.join("")}</select></div>`;
}

/** Returns the page on which the person, the place and the language are chosen; works without scripts. */
export function chooserPage(view: ChooserPage): string {
  const people = view.people.map((found) => memberChoice(found, view.found === 1));
  const hidden = (["place", "locale"] as const)
    .map((name) => `<input type="hidden" name="${name}" value="${escapeHtml(view[name])}">`)
    .join("");
  const where = Object.entries(places).map(([key, { label }]) => [key, label] as const);
  return page(
    "Chat in the emulated Discord",
    `<p class="note">Local Discord emulator: no account of yours is involved.</p><h1>Try the application's commands</h1>
<p>Chat as a person of the server.</p>${view.problem ? `<p role="alert">${escapeHtml(view.problem)}</p>` : ""}
<form method="get" action="${escapeHtml(view.path)}" role="search">${hidden}<label class="search" for="q">Search members</label>
<div class="row"><input type="search" id="q" name="q" value="${escapeHtml(view.search)}" autocomplete="off"><button>Search</button></div></form>
<form method="get" action="${escapeHtml(view.path)}"><fieldset><legend>Chat as (${escapeHtml(countText(people.length, view.found))})</legend><div class="people">${people
      .join("")
      .replaceAll(
        'name="user_id"',
        'name="user"',
      )}${person(view.outsider.id, "Someone not in the server", view.outsider.username, false).replace('name="user_id"', 'name="user"')}</div></fieldset>
${choices("place", "Where", where, view.place)}${choices("locale", "Language", Object.entries(languages), view.locale)}
<div class="row"><button class="main">Open the chat</button></div></form>`,
  );
}

/** Returns the chat itself; its script fetches the messages. */
export function chatPage(
  viewer: Viewer,
  name: string,
  guildName: string,
  channels: readonly GuildChannel[],
  path: string,
): string {
  const texts = textsOf(viewer.locale);
  const channel = `${viewer.place === "direct_message" ? "" : "# "}${viewer.channelName}`;
  const where = viewer.place === "direct_message" ? "" : ` <span>${escapeHtml(guildName)}</span>`;
  const back = new URLSearchParams({ place: viewer.place, locale: viewer.locale });
  const link = (label: string, isHere: boolean, where: Record<string, string>): string => {
    const query = new URLSearchParams({ user: viewer.userId, locale: viewer.locale, ...where });
    return `<a href="${escapeHtml(`${path}?${query}`)}"${isHere ? ' aria-current="page"' : ""}>${escapeHtml(label)}</a>`;
  };
  const links = [
    ...channels.map(({ id, name: label }) =>
      link(`# ${label}`, id === viewer.channelId, { place: "guild", channel: id }),
    ),
    link(`@ ${viewer.application.name}`, viewer.place === "direct_message", { place: "direct_message" }),
  ];
  return `<!doctype html><html lang="${viewer.locale}"><head><meta charset="utf-8"><title>${escapeHtml(channel)}</title>
<meta name="viewport" content="width=device-width,initial-scale=1"><meta name="referrer" content="no-referrer"><style>${chatStyle}</style></head>
<body><header><h1>${escapeHtml(channel)}${where}</h1><p>${escapeHtml(name)} · ${languages[viewer.locale]} · <a href="${escapeHtml(`${path}?${back}`)}">${texts.change}</a></p></header>
<nav aria-label="${texts.channels}">${links.join("")}</nav>
<aside aria-label="${texts.people}"><details id="crowd"><summary>${texts.people}</summary><div><input type="search" aria-label="${texts.search}" placeholder="${texts.search}" autocomplete="off"><div id="found" aria-live="polite"></div></div></details></aside>
<main><div id="feed" role="log" tabindex="0" aria-label="${texts.conversation}"></div>
<form id="composer"><ul id="suggestions" role="listbox" aria-label="${texts.suggestions}" hidden></ul><p class="problem" role="alert"></p>
<label for="text">${texts.message}</label><input id="text" role="combobox" aria-expanded="false" aria-controls="suggestions" aria-autocomplete="list" autocomplete="off" spellcheck="false" placeholder="/"><button class="primary">${texts.send}</button></form></main>
<dialog id="modal" aria-labelledby="modal-title"></dialog><datalist id="people"></datalist><script>${script}</script></body></html>`;
}
