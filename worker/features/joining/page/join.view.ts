import { html, raw } from "hono/html";
import { htmlOf } from "../../../lib/markdown.ts";
import type { Language } from "../../../lib/wire.schema.ts";
import type { Door } from "./door.ts";
import { JOIN_TEXTS } from "./join.texts.ts";

const LOCALES = { en: "en-GB", da: "da-DK" } as const;
const NAMES = { en: "English", da: "Dansk" } as const;

const icon = (path: string, name = "") =>
  raw(
    `<svg class="${name}" viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="1.75" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true">${path}</svg>`,
  );
const CHECK = '<path d="M20 6 9 17l-5-5"/>';
const GLASS = '<path d="M6 3h12M6 21h12M7 3c0 5 5 6 5 9s-5 4-5 9M17 3c0 5-5 6-5 9s5 4 5 9"/>';
const PEOPLE =
  '<path d="M16 21v-2a4 4 0 0 0-4-4H6a4 4 0 0 0-4 4v2"/><circle cx="9" cy="7" r="4"/><path d="M22 21v-2a4 4 0 0 0-3-3.87M16 3.13a4 4 0 0 1 0 7.75"/>';
const MARK = raw(
  '<svg class="text-ice" width="22" height="22" viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="1.8" stroke-linejoin="round" aria-hidden="true"><path d="M12 2.5 20.5 7.5v9L12 21.5 3.5 16.5v-9z"/><path d="M12 7.5 16 16l-4-2-4 2z" fill="currentColor" stroke="none"/></svg>',
);
const DISCORD = raw(
  '<svg viewBox="0 0 24 24" fill="currentColor" aria-hidden="true"><path d="M19.3 5.3A17 17 0 0 0 15 4l-.5 1a15 15 0 0 0-5 0L9 4a17 17 0 0 0-4.3 1.3C2 9.4 1.3 13.3 1.6 17.2A17 17 0 0 0 6.8 20l1.1-1.8-1.7-.8.4-.3a12 12 0 0 0 10.8 0l.4.3-1.7.8L17.2 20a17 17 0 0 0 5.2-2.8c.4-4.5-.7-8.4-3.1-11.9zM8.7 14.8c-1 0-1.8-.9-1.8-2s.8-2 1.8-2 1.8.9 1.8 2-.8 2-1.8 2zm6.6 0c-1 0-1.8-.9-1.8-2s.8-2 1.8-2 1.8.9 1.8 2-.8 2-1.8 2z"/></svg>',
);

type Part = ReturnType<typeof html>;
const each = <Item>(items: readonly Item[], draw: (item: Item, at: number) => Part) => items.map(draw);

/** The card's way on: to sign in, to one's own application, or to nothing while nobody is taken in. */
function way({ visitor, isClosed, closedUntil, mails }: Door, language: Language): Part {
  const t = JOIN_TEXTS[language];
  if (visitor?.isMember)
    return html`<p class="sub">${t.member}</p><a class="btn primary l" href="/">${t.home}</a>`;
  if (visitor) return html`<a class="btn primary l" href="/application">${t.go_on(visitor.name)}</a>`;
  if (isClosed) {
    const day = closedUntil
      ? new Intl.DateTimeFormat(LOCALES[language], { day: "numeric", month: "long", timeZone: "UTC" }).format(
          new Date(closedUntil),
        )
      : null;
    return html`<p class="closed">${day ? t.closed_until(day) : t.closed}</p>`;
  }
  return html`<a class="btn primary l" href="/api/auth/discord">${DISCORD}${t.discord}</a>
    <p class="alt"><a class="link" href="/auth">${t.password}</a></p><p class="alt sub">${mails ? t.mailed : t.kept}</p>`;
}

function card(door: Door, language: Language): Part {
  const t = JOIN_TEXTS[language];
  const { name, questions, answers, accountDays, asksServer, needs, invite } = door;
  if (door.visitor?.isMember)
    return html`<aside class="card" aria-labelledby="apply"><div class="open"><h2 id="apply">${name}</h2>${way(door, language)}</div></aside>`;
  const needed = [
    ...(accountDays > 0 ? [html`<li>${icon(GLASS)}<span>${t.age(accountDays)}</span></li>`] : []),
    ...(asksServer
      ? [
          html`<li>${icon(PEOPLE)}<span>${t.server}${
            invite ? html`. <a class="link" href="${invite}" rel="noopener">${t.server_join}</a>` : ""
          }</span></li>`,
        ]
      : []),
    ...needs.map((need) => html`<li>${icon(CHECK)}<span>${need}</span></li>`),
  ];
  return html`<aside class="card" aria-labelledby="apply">
    <div class="open">
      <h2 id="apply">${t.apply(name)}</h2>
      ${door.visitor || door.isClosed ? "" : html`<p class="sub">${t.questions(questions)} ${t.first}</p>`}
      ${way(door, language)}
    </div>
    ${
      answers
        ? html`<p class="usual"><span class="days">${t.days(answers.days)}</span> <span>${t.usual(answers.count)}</span></p>`
        : ""
    }
    ${needed.length > 0 ? html`<div class="needs"><h3>${t.need}</h3><ul>${needed}</ul></div>` : ""}
  </aside>`;
}

/** The whole document. @param style the address of the app's style sheet, which brings colours, fonts and buttons */
export function joinDocument(door: Door, language: Language, address: URL, style: string): string {
  const t = JOIN_TEXTS[language];
  const { name, sentence, organizationId, pictures } = door;
  const pictureAt = (id: number) => `/api/organization/${organizationId}/pictures/${id}`;
  const banner = pictures.find(({ kind }) => kind === "banner");
  const mark = pictures.find(({ kind }) => kind === "mark");
  const shown = pictures.filter(({ kind }) => kind === "picture");
  const title = t.title(name);
  const headline = sentence ?? title;
  const lead = door.text[0]?.kind === "paragraph" ? door.text.slice(0, 1) : [];
  const rest = door.text.slice(lead.length);
  const to = (other: Language) => `?lang=${other}`;
  const preview = banner ?? shown[0];
  return `<!doctype html>${html`<html lang="${language}">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
    <title>${title}</title>
    <meta name="description" content="${headline}">
    ${door.isIndexed ? "" : html`<meta name="robots" content="noindex">`}
    <meta property="og:type" content="website">
    <meta property="og:site_name" content="${name}">
    <meta property="og:title" content="${title}">
    <meta property="og:description" content="${headline}">
    <meta property="og:url" content="${address.origin}/join">
    ${
      preview
        ? html`<meta property="og:image" content="${address.origin}${pictureAt(preview.id)}">
    <meta property="og:image:width" content="${preview.width}">
    <meta property="og:image:height" content="${preview.height}">
    <meta name="twitter:card" content="summary_large_image">`
        : html`<meta property="og:image" content="${address.origin}/icon-512.png">`
    }
    <meta name="theme-color" content="#070b14">
    <meta name="color-scheme" content="dark light">
    <link rel="icon" href="/favicon.svg" type="image/svg+xml">
    <link rel="canonical" href="${address.origin}/join">
    <link rel="stylesheet" href="${style}">
    <link rel="stylesheet" href="/join.css">
  </head>
  <body class="join">
    <header class="top">
      <a class="brand" href="/join">${mark ? html`<img src="${pictureAt(mark.id)}" alt="" width="24" height="24">` : MARK}<span>${name}</span></a>
      <nav class="languages" aria-label="${t.language}">${each(["en", "da"] as const, (other, at) => html`${at > 0 ? html`<span aria-hidden="true">·</span>` : ""}<a class="link" href="${to(other)}" lang="${other}" hreflang="${other}" ${other === language ? raw('aria-current="true"') : ""}>${NAMES[other]}</a>`)}</nav>
      ${door.visitor ? "" : html`<a class="btn s" href="/auth">${t.sign_in}</a>`}
    </header>
    <main>
      <div class="hero">
        <img class="scene" src="${banner ? pictureAt(banner.id) : "/scene.svg"}" alt="${banner?.caption ?? ""}">
        <div class="in"><h1>${headline}</h1>${lead.length > 0 ? html`<div class="lead">${raw(htmlOf(lead))}</div>` : ""}</div>
      </div>
      <div class="lay">
        ${card(door, language)}
        <div class="about">
          ${rest.length > 0 ? html`<section class="text">${raw(htmlOf(rest))}</section>` : ""}
          ${
            door.looksFor.length > 0
              ? html`<section><h2>${t.looks_for}</h2><ul class="want">${each(
                  door.looksFor,
                  ({ title: what, text }) =>
                    html`<li>${icon(CHECK)}<div><strong>${what}</strong>${text ? html`<p>${text}</p>` : ""}</div></li>`,
                )}</ul></section>`
              : ""
          }
          <section><h2>${t.how}</h2><ol class="how">${each(
            t.steps,
            ([what, text], at) =>
              html`<li><span class="no" aria-hidden="true">${at + 1}</span><div><strong>${what}</strong><p>${at === 0 ? `${t.questions(door.questions)} ` : ""}${text}</p></div></li>`,
          )}</ol></section>
          ${
            shown.length > 0
              ? html`<section><h2 class="sr-only">${t.pictures}</h2><div class="pics" role="group" aria-label="${t.pictures}" tabindex="0">${each(
                  shown,
                  ({ id, width, height, caption }) =>
                    html`<figure><img src="${pictureAt(id)}" alt="${caption ?? ""}" width="${width}" height="${height}" loading="lazy" decoding="async">${caption ? html`<figcaption>${caption}</figcaption>` : ""}</figure>`,
                )}</div></section>`
              : ""
          }
          <p class="who">${t.who(door.purgeDays)}</p>
        </div>
      </div>
      <footer class="foot">
        <span>${door.since ? t.since(name, door.since) : name}</span>
        <a href="/application">${t.standing}</a>
      </footer>
    </main>
  </body>
</html>`}`;
}
