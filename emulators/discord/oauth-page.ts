import type { Found } from "./people.ts";

export interface ConsentPage {
  path: string;
  applicationName: string;
  guildName: string;
  redirectUri: string;
  scopes: readonly string[];
  /** Every parameter of the request, to be sent with the decision. */
  parameters: ReadonlyMap<string, string>;
  search: string;
  people: readonly Found[];
  /** How many members match; the page shows the first of them. */
  found: number;
  outsider: { id: string; username: string };
  /** Set when the application's bot is to be added to the guild. */
  permissions: string | null;
}

const scopeTexts: Record<string, string> = {
  identify: "See your username, avatar and banner",
  email: "See your email address",
  guilds: "Know what servers you're in",
  "guilds.members.read": "Read your member info (nickname, roles) for servers you belong to",
  "guilds.join": "Join servers for you",
  bot: "Add a bot to a server",
  "applications.commands": "Create commands",
  connections: "See your connected accounts",
};

const style = `
:root{color-scheme:dark;font:16px/1.5 system-ui,sans-serif;background:#1a1b1f;color:#e6e7ea}
*{box-sizing:border-box}body{margin:0;min-height:100vh;display:grid;grid-template-columns:minmax(0,1fr);place-items:center;padding:16px}
main{width:min(30rem,100%);background:#26272d;border:1px solid #3a3c44;border-radius:12px;padding:24px}
h1{font-size:1.25rem;margin:0 0 4px}p{margin:0 0 16px;color:#b9bbc4}ul{margin:0 0 16px;padding-left:20px;color:#d3d5db}
.people{max-height:22rem;overflow-y:auto;border:1px solid #3a3c44;border-radius:8px;margin:0 0 16px;padding:4px}
fieldset{border:0;margin:0;padding:0;min-width:0}legend{padding:0;margin-bottom:8px;font-weight:600}
.person{display:grid;grid-template-columns:auto 1fr;gap:0 12px;align-items:center;padding:8px;border-radius:6px;cursor:pointer}
.person:hover,.person:has(:checked){background:#33353d}.person input{grid-row:span 2;width:20px;height:20px;accent-color:#7c89ff}
.person small{color:#b9bbc4;overflow-wrap:anywhere}
.row{display:flex;gap:8px;margin:0 0 16px}label.search{display:block;margin-bottom:4px;font-weight:600}
input[type=search]{flex:1;min-width:0;background:#17181c;color:inherit;border:1px solid #6d707c;border-radius:6px;padding:8px 12px;font:inherit}
button{font:inherit;font-weight:600;border:0;border-radius:6px;padding:8px 16px;min-height:40px;cursor:pointer;background:#3d3f48;color:#fff}
button.main{background:#4a58d8;flex:1}:focus-visible{outline:3px solid #aab2ff;outline-offset:2px}
.note{font-size:.85rem;margin:16px 0 0;overflow-wrap:anywhere}.note:first-child{margin:0 0 12px}`;

/** Escapes text for HTML content and quoted attributes. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

/** Returns a whole page with the look of the consent page. */
export function page(title: string, content: string): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${escapeHtml(title)}</title>
<meta name="viewport" content="width=device-width,initial-scale=1"><style>${style}</style></head>
<body><main>${content}</main></body></html>`;
}

/** Returns an account in a list from which one is chosen. */
export function person(id: string, name: string, details: string, checked: boolean): string {
  return `<label class="person"><input type="radio" name="user_id" value="${escapeHtml(id)}" required${
    checked ? " checked" : ""
  }><span>${escapeHtml(name)}</span><small>${escapeHtml(details)}</small></label>`;
}

/** Returns a member in a list from which one is chosen. */
export function memberChoice({ member, roles }: Found, checked: boolean): string {
  return person(
    member.user.id,
    member.nick ?? member.user.global_name ?? member.user.username,
    [member.user.username, ...roles].join(" · "),
    checked,
  );
}

/** Says how many members are shown of those found. */
export function countText(shown: number, found: number): string {
  return found > shown
    ? `${shown} of ${found} members shown: search to find others`
    : `${found} ${found === 1 ? "member" : "members"}`;
}

/** Returns the page on which a user is chosen and agrees; works without scripts. */
export function consentPage(view: ConsentPage): string {
  const hidden = [...view.parameters]
    .map(([name, value]) => `<input type="hidden" name="${escapeHtml(name)}" value="${escapeHtml(value)}">`)
    .join("");
  const people = view.people.map((found) => memberChoice(found, view.found === 1));
  const count = countText(view.people.length, view.found);
  const scopes = view.scopes.map((scope) => `<li>${escapeHtml(scopeTexts[scope] ?? scope)}</li>`).join("");
  const bot =
    view.permissions === null
      ? ""
      : `<p>The bot joins <strong>${escapeHtml(view.guildName)}</strong> with the permissions ${escapeHtml(view.permissions)}.</p>`;
  return page(
    `Authorize ${view.applicationName}`,
    `<p class="note">Local Discord emulator: no account of yours is involved.</p>
<h1>${escapeHtml(view.applicationName)} wants to access your Discord account</h1>
<p>This will allow the application to:</p><ul>${scopes}</ul>${bot}
<form method="get" action="${escapeHtml(view.path)}" role="search">${hidden}
<label class="search" for="q">Search members</label>
<div class="row"><input type="search" id="q" name="q" value="${escapeHtml(view.search)}" autocomplete="off"><button>Search</button></div></form>
<form method="post" action="${escapeHtml(view.path)}">${hidden}
<fieldset><legend>Sign in as (${escapeHtml(count)})</legend><div class="people">${people.join("")}${person(
      view.outsider.id,
      "Someone not in the server",
      view.outsider.username,
      false,
    )}</div></fieldset>
<div class="row"><button name="decision" value="cancel" formnovalidate>Cancel</button>
<button class="main" name="decision" value="authorize">Authorize</button></div></form>
<p class="note">${view.redirectUri ? `You will be sent to ${escapeHtml(view.redirectUri)}` : ""}</p>`,
  );
}

/** Returns a page with one message: why the request was refused, or that it was done. */
export function messagePage(title: string, text: string): string {
  return page(title, `<h1>${escapeHtml(title)}</h1><p>${escapeHtml(text)}</p>`);
}
