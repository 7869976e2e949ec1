import { lexer, type Token, type Tokens } from "marked";
import { createElement, Fragment, type ReactNode, useMemo } from "react";
import { instantOfSeconds, TIME_IN_TEXT } from "../../worker/lib/times.schema.ts";
import { cx } from "../lib/cx.ts";
import { DATE_FORMATS } from "../lib/format.ts";
import { useLanguage } from "../lib/i18n/i18n.ts";
import { Time } from "./time.tsx";

export type MarkdownProps = {
  text: string;
  /** Shows the words alone, as one paragraph without links, for rows of lists. */
  isPlain?: boolean;
  className?: string;
};

/** Longest text that is parsed, in UTF-16 units: the parser may take time that grows with its square. */
const LONGEST = 10_000;
/** The most tokens and levels that are drawn; text beyond them is shown as typed. */
const MOST_TOKENS = 2_000;
const MOST_LEVELS = 12;

/** The tokens of a text; null for one that the parser cannot take, such as thousands of nested quotes. */
function tokensOf(text: string): Token[] | null {
  try {
    return text.length > LONGEST ? null : lexer(text, { gfm: true, breaks: true });
  } catch {
    return null;
  }
}

/** The words of tokens without what marks them. */
const wordsOf = (tokens: readonly Token[]): string =>
  tokens
    .map((token) => {
      if (token.type === "space" || token.type === "br") return " ";
      if (token.type === "list") return (token as Tokens.List).items.map((item) => wordsOf([item])).join(" ");
      if ("tokens" in token && token.tokens) return wordsOf(token.tokens);
      return "text" in token ? token.text : token.raw;
    })
    .join("");

/** The target of a link; null where it is no address of the web, or one with a name before its host. */
function targetOf(href: string): URL | null {
  if (!URL.canParse(href)) return null;
  const url = new URL(href);
  return /^https?:$/.test(url.protocol) && !url.username && !url.password ? url : null;
}

const LIKE_ADDRESS = /(?:[\p{L}\p{N}-]+[.\u3002])+\p{L}[\p{L}\p{N}-]+|:\/\//u;

/**
 * Whether a link shows an address and leads to another host, or shows ours and leads elsewhere. Letters of other scripts
 * that look like Latin ones make another host, since that of the target is written in ASCII.
 */
function misleads(shown: string, target: URL, own: string): boolean {
  const text = shown
    .normalize("NFKC")
    .replace(/\p{Default_Ignorable_Code_Point}/gu, "")
    .trim()
    .toLowerCase();
  if (text.includes(own) && target.hostname !== own) return true;
  const [host] = text.replace(/^https?:\/\//, "").split(/[/?#\\]/);
  return host !== target.host && LIKE_ADDRESS.test(text);
}

/** Words of a text, with its times in the reader's zone. */
function Words({ text }: { text: string }) {
  const language = useLanguage();
  // Every second piece is the seconds of a time.
  return text.split(TIME_IN_TEXT).map((piece, at) => {
    if (at % 2 === 0) return piece;
    const instant = instantOfSeconds(piece);
    return createElement(Time, { key: at, at: instant }, DATE_FORMATS.moment(instant, language));
  });
}

function Address({ href, shown, children }: { href: string; shown: string; children: ReactNode }) {
  const target = targetOf(href);
  if (!target) return children;
  return (
    <a
      href={target.href}
      target="_blank"
      rel="noopener noreferrer nofollow"
      className="link relative underline [unicode-bidi:isolate]"
    >
      {children}
      {misleads(shown, target, location.hostname) ? ` (${target.host})` : null}
    </a>
  );
}

/** Draws the tokens of one text, and counts them. */
function drawing() {
  let drawn = 0;

  const all = (tokens: readonly Token[], level: number): ReactNode =>
    createElement(Fragment, null, ...tokens.map((token) => one(token, level)));

  function one(token: Token, level: number): ReactNode {
    drawn += 1;
    if (drawn > MOST_TOKENS || level > MOST_LEVELS) return token.raw;
    const inside = () => all(("tokens" in token && token.tokens) || [], level + 1);
    switch (token.type) {
      case "space":
        return null;
      case "paragraph":
        return <p>{inside()}</p>;
      case "heading":
        return (
          <p>
            <strong>{inside()}</strong>
          </p>
        );
      case "blockquote":
        return <blockquote>{inside()}</blockquote>;
      case "list": {
        const { ordered, start, items } = token as Tokens.List;
        const rows = items.map((item) => createElement("li", null, all(item.tokens, level + 1)));
        return ordered
          ? createElement("ol", { start: Number(start) }, ...rows)
          : createElement("ul", null, ...rows);
      }
      case "code":
        return (
          <pre>
            <code>{token.text}</code>
          </pre>
        );
      case "codespan":
        return <code>{token.text}</code>;
      case "strong":
      case "em":
      case "del":
        return createElement(token.type, null, inside());
      case "br":
        return <br />;
      case "link":
        return (
          <Address href={token.href} shown={wordsOf(token.tokens ?? [])}>
            {inside()}
          </Address>
        );
      case "image":
        return (
          <Address href={token.href} shown={token.text}>
            {token.text || token.href}
          </Address>
        );
      case "text":
        return "tokens" in token && token.tokens ? inside() : <Words text={token.text} />;
      case "escape":
        return token.text;
      case "checkbox":
        return token.raw;
      case "html":
        if (!token["block"]) return token.raw;
    }
    // Tables and whatever else the parser knows.
    return <p className="whitespace-pre-line">{token.raw.trim()}</p>;
  }

  return all;
}

/**
 * Draws paragraphs, emphasis, code, lists, quotes, line breaks, times and links to the web as elements of our own. Headings are
 * bold, images links, and all else, such as HTML, is shown as it was typed.
 */
export default function MarkdownView({ text, isPlain, className }: MarkdownProps) {
  const tokens = useMemo(() => tokensOf(text), [text]);
  if (isPlain || !tokens)
    return (
      <p className={cx("[overflow-wrap:anywhere]", !isPlain && "whitespace-pre-line", className)}>
        <Words text={isPlain && tokens ? wordsOf(tokens) : text} />
      </p>
    );
  return <div className={cx("markdown", className)}>{drawing()(tokens, 1)}</div>;
}
