import type { Citizen } from "./citizens.ts";

/** Escapes text for HTML content and quoted attributes. */
export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);

const numbers = (count: number) => Array.from({ length: count }, (_, at) => at + 1);

const style = `
:root{color-scheme:dark;font:16px/1.5 system-ui,sans-serif;background:#0a1420;color:#d4e1ee}body{margin:0}
nav,section,footer{max-width:52rem;margin:0 auto;padding:8px 16px}main{max-width:52rem;margin:0 auto;padding:16px}a{color:#6cc3f5}
.account-profile,form{border:1px solid #24405c;padding:16px}.entry{margin:8px 0}.label{display:block;color:#9db4ca}
input,textarea,button{font:inherit;width:100%;box-sizing:border-box;margin:4px 0 12px;padding:8px;background:#06101a;color:inherit;border:1px solid #5a7a98}
button{width:auto;background:#155a86;color:#fff;cursor:pointer}:focus-visible{outline:3px solid #9fdcff;outline-offset:2px}`;

/** Surrounds a page with navigation, scripts and contributions of others, about 150 kB. */
function around(title: string, content: string, chatter: string): string {
  const links = numbers(260)
    .map(
      (at) => `<li class="nav-item data${at}"><a href="/pledge/ships/${at}">Ship ${at} &amp; paints</a></li>`,
    )
    .join("\n");
  const state = JSON.stringify(
    numbers(950).map((at) => ({
      id: at,
      label: "Bio",
      value: `<div class="entry bio"> ${at}`,
      tracked: at % 2 === 0,
    })),
  ).replaceAll("</", "<\\/");
  const posts = numbers(160)
    .map(
      (at) =>
        `<article class="entry"><span class="label">Handle name</span><p class="value">Citizen ${at} wrote about the bio of a friend. ${escapeHtml(chatter)}</p></article>`,
    )
    .join("\n");
  return `<!DOCTYPE html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>${escapeHtml(title)} - Emulated RSI</title>
<meta name="description" content="${escapeHtml(chatter)}"><style>${style}</style>
<script>window.__STATE__=${state};window.__CHATTER__=${JSON.stringify(chatter).replaceAll("<", "\\u003c")};</script></head>
<body>
<!-- ${"layout ".repeat(2400)} ${escapeHtml(chatter)} -->
<nav aria-label="Site"><details><summary>Ships</summary><ul>
${links}
</ul></details></nav>
<main>${content}</main>
<section aria-label="Community" class="community"><details><summary>Community</summary>
${posts}
</details></section>
<footer>Emulated for tests and demos. ${escapeHtml(chatter)}</footer>
</body>
</html>
`;
}

const row = (label: string, value: string | null, breaks = "") =>
  value === null
    ? ""
    : `<p class="entry"><span class="label data7">${label}</span>
       <strong class="value data3">${breaks}${value}${breaks}</strong></p>`;

function organization(listed: Citizen["organization"]): string {
  if (listed === null) {
    return `<div class="main-org right-col visibility-"><div class="inner clearfix">
      <div class="empty">NO MAIN ORG FOUND IN PUBLIC RECORDS</div></div></div>`;
  }
  if (listed === "redacted") {
    return `<div class="main-org right-col visibility-R"><div class="inner clearfix"><div class="thumb"><img alt="" src="data:,"></div>
      <div class="info"><p class="entry"><span class="value data4">REDACTED</span></p>
      ${row("Spectrum Identification (SID)", "REDACTED")}${row("Organization rank", "REDACTED")}</div></div></div>`;
  }
  const sid = escapeHtml(listed.sid);
  return `<div class="main-org right-col visibility-V"><div class="inner clearfix">
    <div class="thumb"><a href="/orgs/${sid}"><img alt="" src="data:,"></a></div><div class="info">
    <p class="entry"><a href="/orgs/${sid}" class="value data3">${escapeHtml(listed.name)}</a></p>
    ${row("Spectrum Identification (SID)", sid)}${row("Organization rank", escapeHtml(listed.rank))}</div></div></div>`;
}

/**
 * Returns a citizen's public profile, in the structure of the real one.
 * @param chatter is put everywhere around the profile, like the contributions of others
 */
export function dossierPage(citizen: Citizen, chatter: string): string {
  const handle = escapeHtml(citizen.handle);
  const location =
    citizen.location === null ? null : escapeHtml(citizen.location).replace(", ", " ,\n        ");
  const bio =
    citizen.bio === null
      ? ""
      : `<div class="right-col"><div class="inner"><div class="entry bio"><span class="label">Bio</span>
        <div class="value">
          ${escapeHtml(citizen.bio).replaceAll("\n", "<br />\n")}
        </div></div></div></div>`;
  return around(
    `${citizen.handle}`,
    `<h1 class="page-title">CITIZEN DOSSIER</h1>
<div id="public-profile" class="account-profile">
 <div class="tabs"><a href="/citizens/${handle}" class="holotab active">Dossier</a> <a href="/citizens/${handle}/organizations">Organizations</a>
  <a href="/account/profile?handle=${handle}">Edit</a></div>
 <div class="profile-content overview-content clearfix">
  <p class="entry citizen-record"><span class="label">UEE Citizen Record</span>
    <strong class="value">${citizen.record === null ? "n/a" : `#${citizen.record}`}</strong></p>
  <div class="box-content profile-wrapper clearfix"><div class="inner-bg clearfix">
    <div class="profile left-col"><div class="inner clearfix"><div class="thumb"><img alt="" src="data:,"></div>
      <div class="info">
        <p class="entry"><strong class="value">${escapeHtml(citizen.displayName)}</strong></p>
        ${row("Handle name", handle)}
        <p class="entry"><span class="icon"><img alt="" src="data:,"></span><span class="value">Civilian</span></p>
      </div></div></div>
    ${organization(citizen.organization)}
  </div></div>
  <div class="left-col"><div class="inner">
    ${row("Enlisted", citizen.enlisted, "\n        ")}${row("Location", location, "\n        ")}${row("Fluency", citizen.fluency)}
  </div></div>
  ${bio}
 </div></div>`,
    chatter,
  );
}

export const notFoundPage = (handle: string) =>
  around(
    "404",
    `<h1>404</h1><p>There is no citizen ${escapeHtml(handle)}. <a href="/account/profile?handle=${encodeURIComponent(handle)}">Be that citizen</a></p>`,
    "",
  );

/** Returns the form in which a person edits their Short Bio; an unknown handle becomes a citizen. */
export function profileForm(handle: string, bio: string, status: string | null): string {
  return around(
    "Profile",
    `<h1>Profile</h1>
${status === null ? "" : `<p role="status">${escapeHtml(status)}</p>`}
<form method="post" action="/account/profile">
  <p>There is no login here: give the handle that you want to be.</p>
  <label for="handle">Handle</label><input id="handle" name="handle" required pattern="[A-Za-z0-9_\\-]{3,30}" value="${escapeHtml(handle)}">
  <label for="bio">Short Bio</label><textarea id="bio" name="bio" rows="5" maxlength="2000">${escapeHtml(bio)}</textarea>
  <button>Save</button>
</form>`,
    "",
  );
}

/** Returns the page that robots are shown instead of the requested one. */
export const challengePage = () =>
  `<!DOCTYPE html><html lang="en"><head><title>Just a moment...</title></head><body><h1>Checking your browser</h1></body></html>`;
