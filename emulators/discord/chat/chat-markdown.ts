import { escapeHtml } from "../oauth-page.ts";

/** Returns the names of what a text mentions. */
export interface Names {
  user(id: string): string;
  role(id: string): string;
  channel(id: string): string;
}

const INLINE = new RegExp(
  [
    "\\\\(?<escaped>[*_~`|\\\\>#[\\]()-])",
    "`(?<code>[^`]+)`",
    "\\*\\*(?<bold>.+?)\\*\\*(?!\\*)",
    "__(?<underlined>.+?)__",
    "~~(?<struck>.+?)~~",
    "\\|\\|(?<spoiler>.+?)\\|\\|",
    "\\*(?<italic>[^*\\s](?:[^*]*[^*\\s])?)\\*",
    "(?<!\\w)_(?<slanted>[^_]+)_(?!\\w)",
    "\\[(?<label>[^\\]]+)\\]\\(<?(?<address>https?://[^\\s)>]+)>?\\)",
    "<t:(?<time>-?\\d+)(?::(?<style>[tTdDfFsSR]))?>",
    "<@!?(?<user>\\d+)>",
    "<@&(?<role>\\d+)>",
    "<#(?<channel>\\d+)>",
    "</(?<command>[^:>]+):\\d+>",
    "<(?<hidden>https?://[^\\s>]+)>",
    "(?<url>https?://[^\\s<>]*[^\\s<>.,:;!?)'\"])",
  ].join("|"),
  "s",
);

const link = (address: string, html: string): string =>
  `<a href="${escapeHtml(address)}" target="_blank" rel="noopener noreferrer">${html}</a>`;
const mention = (text: string): string => `<span class="mention">${escapeHtml(text)}</span>`;

function inline(text: string, names: Names): string {
  const match = INLINE.exec(text);
  if (!match) return escapeHtml(text);
  const found = match.groups ?? {};
  const within = (key: string, tag: string, attributes = ""): string | undefined =>
    found[key] === undefined ? undefined : `<${tag}${attributes}>${inline(found[key], names)}</${tag}>`;
  const address = found["address"] ?? found["url"] ?? found["hidden"];
  const time = found["time"];
  const html =
    found["escaped"] !== undefined
      ? escapeHtml(found["escaped"])
      : found["code"] !== undefined
        ? `<code>${escapeHtml(found["code"])}</code>`
        : time !== undefined
          ? timeOf(Number(time), found["style"] ?? "f")
          : found["user"] !== undefined
            ? mention(`@${names.user(found["user"])}`)
            : found["role"] !== undefined
              ? mention(`@${names.role(found["role"])}`)
              : found["channel"] !== undefined
                ? mention(`#${names.channel(found["channel"])}`)
                : found["command"] !== undefined
                  ? mention(`/${found["command"]}`)
                  : address !== undefined
                    ? link(address, found["label"] ? inline(found["label"], names) : escapeHtml(address))
                    : (within("bold", "strong") ??
                      within("underlined", "u") ??
                      within("struck", "s") ??
                      within("spoiler", "span", ' class="spoiler" tabindex="0"') ??
                      within("italic", "em") ??
                      within("slanted", "em") ??
                      "");
  const rest = text.slice(match.index + match[0].length);
  return escapeHtml(text.slice(0, match.index)) + html + inline(rest, names);
}

/** Returns a time that the page's script shows in the reader's language and zone. */
export function timeOf(seconds: number, style: string): string {
  const instant = new Date(seconds * 1000);
  if (Number.isNaN(instant.getTime())) return escapeHtml(`<t:${seconds}:${style}>`);
  return `<time datetime="${instant.toISOString()}" data-style="${style}">${instant.toISOString()}</time>`;
}

/** Returns Discord's Markdown as HTML: headings, lists, quotes, small print and what is within lines. */
export function markdown(text: string, names: Names): string {
  const html: string[] = [];
  const parts = text.split(/```(?:\w+\n)?([\s\S]*?)```/);
  for (const [index, part] of parts.entries())
    if (index % 2 === 1) html.push(`<pre>${escapeHtml(part.trim())}</pre>`);
    else html.push(...lines(part.replace(/^\n|\n$/g, ""), names));
  return html.join("");
}

function lines(text: string, names: Names): string[] {
  if (text === "") return [];
  const quoted = /^>>> ([\s\S]*)$/m.exec(text);
  if (quoted)
    return [
      ...lines(text.slice(0, quoted.index).replace(/\n$/, ""), names),
      `<blockquote>${markdown(quoted[1] ?? "", names)}</blockquote>`,
    ];
  const groups: { kind: string; lines: string[] }[] = [];
  for (const line of text.split("\n")) {
    const kind = kindOf(line);
    const last = groups.at(-1);
    if (last && last.kind === kind && ["quote", "list", "plain"].includes(kind)) last.lines.push(line);
    else groups.push({ kind, lines: [line] });
  }
  return groups.map((group) => {
    const inner = (pattern: RegExp): string[] =>
      group.lines.map((line) => inline(line.replace(pattern, ""), names));
    switch (group.kind) {
      case "quote":
        return `<blockquote>${markdown(group.lines.map((line) => line.replace(/^> ?/, "")).join("\n"), names)}</blockquote>`;
      case "list":
        return `<ul>${inner(/^\s*[-*] /)
          .map((item) => `<li>${item}</li>`)
          .join("")}</ul>`;
      case "small":
        return `<p class="small">${inner(/^-# /).join("")}</p>`;
      case "h1":
      case "h2":
      case "h3":
        return `<p class="${group.kind}" role="heading" aria-level="2">${inner(/^#{1,3} /).join("")}</p>`;
      default:
        return `<p>${inner(/^/).join("<br>")}</p>`;
    }
  });
}

function kindOf(line: string): string {
  const heading = /^(#{1,3}) \S/.exec(line);
  if (heading) return `h${heading[1]?.length ?? 1}`;
  if (line.startsWith("-# ")) return "small";
  if (/^> ?/.test(line) && (line === ">" || line.startsWith("> "))) return "quote";
  return /^\s*[-*] \S/.test(line) ? "list" : "plain";
}
