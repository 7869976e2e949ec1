import { lexer, type Token, type Tokens } from "marked";

/** A piece of a line: its words, and how they look. A link leads to https alone. */
type MarkupRun = { text: string; isStrong: boolean; isEm: boolean; href: string | null };

/** A paragraph, a heading or an item of a list of a text that was written in Markdown. */
export type MarkupBlock = {
  kind: "paragraph" | "heading" | "item";
  /** Lists around an item, 1 to 3; 0 for other blocks. */
  level: number;
  /** The number of an item of a numbered list. */
  number: number | null;
  runs: readonly MarkupRun[];
};

/** Longest text that is parsed, in UTF-16 units, since the parser may take time that grows with its square; the most pieces, and lists in lists. */
const LONGEST = 10_000;
const MOST_RUNS = 1_000;
const MOST_LEVELS = 3;
/** Tokens in tokens that are followed; what is deeper is shown as typed. */
const MOST_DEPTH = 12;

type Look = Omit<MarkupRun, "text">;
const PLAIN: Look = { isStrong: false, isEm: false, href: null };

/** A text with the entities that are characters of markup: `marked` leaves them as they were typed. */
const ENTITIES: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', "#39": "'" };
const decoded = (text: string) => text.replace(/&(amp|lt|gt|quot|#39);/g, (_, name) => ENTITIES[name] ?? "");

/** The address of a link that may be followed; null for any other scheme, and for one with a name before its host. */
function linkOf(href: string): string | null {
  if (!URL.canParse(href)) return null;
  const { protocol, username, password, href: whole } = new URL(href);
  return protocol === "https:" && !username && !password ? whole : null;
}

/** Tokens of a text; null for one that the parser cannot take. */
function tokensOf(text: string): Token[] | null {
  try {
    return text.length > LONGEST ? null : lexer(text, { gfm: true, breaks: true });
  } catch {
    return null;
  }
}

const inside = (token: Token): Token[] => ("tokens" in token && token.tokens) || [];

/** The pieces of the tokens of a line. Pictures are their descriptions; HTML and all else is shown as it was typed. */
function runsOf(tokens: readonly Token[], look: Look = PLAIN, depth = 1): MarkupRun[] {
  return tokens.flatMap((token): MarkupRun[] => {
    const one = (text: string) => (text ? [{ text: decoded(text), ...look }] : []);
    const more = (change: Partial<Look> = {}) => runsOf(inside(token), { ...look, ...change }, depth + 1);
    if (depth > MOST_DEPTH) return one(token.raw);
    switch (token.type) {
      case "strong":
        return more({ isStrong: true });
      case "em":
        return more({ isEm: true });
      case "link": {
        const href = linkOf(token.href);
        return href ? more({ href }) : more();
      }
      case "br":
        return one("\n");
      case "escape":
      case "codespan":
      case "image":
        return one(token.text);
      case "del":
      case "paragraph":
      case "text":
        return inside(token).length > 0 ? more() : one(token.text);
    }
    return one(token.raw);
  });
}

/** Joins neighbours that look the same. */
const joined = (runs: readonly MarkupRun[]) =>
  runs.reduce<MarkupRun[]>((all, run) => {
    const last = all.at(-1);
    const isSame = last && last.isStrong === run.isStrong && last.isEm === run.isEm && last.href === run.href;
    if (isSame) all[all.length - 1] = { ...last, text: last.text + run.text };
    else all.push(run);
    return all;
  }, []);

const block = (
  kind: MarkupBlock["kind"],
  runs: readonly MarkupRun[],
  level = 0,
  number: number | null = null,
) => (runs.some(({ text }) => text.trim()) ? [{ kind, level, number, runs: joined(runs) }] : []);

function itemsOf({ ordered, start, items }: Tokens.List, level: number, depth: number): MarkupBlock[] {
  return items.flatMap((item, at) => {
    const own = item.tokens.filter(({ type }) => type !== "list" && type !== "space" && type !== "checkbox");
    const lists = item.tokens.filter(({ type }) => type === "list");
    const number = ordered ? Number(start || 1) + at : null;
    return [
      ...block("item", runsOf(own), Math.min(level, MOST_LEVELS), number),
      ...blocksIn(lists, level + 1, depth + 1),
    ];
  });
}

function blocksIn(tokens: readonly Token[], level: number, depth: number): MarkupBlock[] {
  return tokens.flatMap((token): MarkupBlock[] => {
    const typed = () => block("paragraph", [{ text: token.raw.trim(), ...PLAIN }]);
    if (depth > MOST_DEPTH) return typed();
    switch (token.type) {
      case "space":
      case "hr":
      case "def":
        return [];
      case "heading":
        return block("heading", runsOf(inside(token)));
      case "list":
        return itemsOf(token as Tokens.List, level, depth);
      case "blockquote":
        return blocksIn(inside(token), level, depth + 1);
      case "paragraph":
      case "text":
        return block("paragraph", runsOf([token]));
    }
    return typed();
  });
}

/**
 * What a text in Markdown shows: paragraphs, headings of one size, lists, emphasis, and links to https. Nothing in it is
 * HTML: tags, pictures and tables are words. A text that is too long or too deep is one paragraph, as it was typed.
 */
export function markupOf(text: string): MarkupBlock[] {
  const whole = block("paragraph", [{ text, ...PLAIN }]);
  const tokens = tokensOf(text);
  if (!tokens) return whole;
  const blocks = blocksIn(tokens, 1, 1);
  return blocks.reduce((count, { runs }) => count + runs.length, 0) > MOST_RUNS ? whole : blocks;
}

const escaped = (text: string) =>
  text.replace(/[&<>"']/g, (letter) => `&#${letter.charCodeAt(0)};`).replace(/\n/g, "<br>");

const runHtml = ({ text, isStrong, isEm, href }: MarkupRun): string => {
  const words = escaped(text);
  const em = isEm ? `<em>${words}</em>` : words;
  const strong = isStrong ? `<strong>${em}</strong>` : em;
  return href ? `<a href="${escaped(href)}" rel="nofollow noopener">${strong}</a>` : strong;
};

/** The same as HTML, for a page that the worker writes itself: of no other elements, and of no text that is not escaped. */
export const htmlOf = (blocks: readonly MarkupBlock[]): string =>
  blocks
    .map(({ kind, number, runs }, at) => {
      const words = runs.map(runHtml).join("");
      if (kind !== "item") return kind === "heading" ? `<h3>${words}</h3>` : `<p>${words}</p>`;
      const list = number === null ? "ul" : "ol";
      const isOf = (other: MarkupBlock | undefined) =>
        other?.kind === "item" && (other.number === null) === (number === null);
      const [before, after] = [
        isOf(blocks[at - 1]) ? "" : `<${list}>`,
        isOf(blocks[at + 1]) ? "" : `</${list}>`,
      ];
      return `${before}<li${number === null ? "" : ` value="${number}"`}>${words}</li>${after}`;
    })
    .join("");
