/// <reference types="node" />
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { createElement } from "react";
import "../testing/hooks.ts";

const { renderToStaticMarkup } = await import("react-dom/server");
const { default: MarkdownView } = await import("./markdown-view.tsx");

const html = (text: string, isPlain = false) =>
  renderToStaticMarkup(createElement(MarkdownView, { text, isPlain })).replace(/ class="[^"]*"/g, "");
const inside = (text: string) => html(text).replace(/^<div>|<\/div>$/g, "");
const REL = 'target="_blank" rel="noopener noreferrer nofollow"';
const link = (href: string, shown: string) => `<p><a href="${href}" ${REL}>${shown}</a></p>`;

test("draws paragraphs, breaks, emphasis, code, lists, quotes and links", () => {
  for (const [text, drawn] of [
    ["one\ntwo\n\nthree", "<p>one<br/>two</p><p>three</p>"],
    [
      "*a* **b *c*** ~~d~~ `e<f`",
      "<p><em>a</em> <strong>b <em>c</em></strong> <del>d</del> <code>e&lt;f</code></p>",
    ],
    ["```js\na\n\nb\n```", "<pre><code>a\n\nb</code></pre>"],
    ["- a\n- b\n  1. c", '<ul><li>a</li><li>b<ol start="1"><li>c</li></ol></li></ul>'],
    ["3. a\n4. b", '<ol start="3"><li>a</li><li>b</li></ol>'],
    ["> a\n\n# b", "<blockquote><p>a</p></blockquote><p><strong>b</strong></p>"],
    ["[a *b*](https://x.dk/c?d=1)", link("https://x.dk/c?d=1", "a <em>b</em>")],
    ["https://x.dk", link("https://x.dk/", "https://x.dk")],
  ] as const)
    assert.equal(inside(text), drawn);
});

test("shows a time as its reader's zone has it, and no other tag of Discord", () => {
  const drawn = inside("On <t:1796410800:F>, <@820000000000000002>?");
  assert.match(
    drawn,
    /^<p>On <time dateTime="2026-12-04T19:00:00.000Z" [^>]*>Fri[^<]* 2026[^<]*<\/time>, &lt;@82/,
  );
  assert.match(html("<t:1796410800>", true), /^<p><time dateTime="2026-12-04T19:00:00.000Z"/);
});

test("shows HTML, tables and images of others as texts and links", () => {
  for (const [text, drawn] of [
    ["<b onclick=x>a</b>", "<p>&lt;b onclick=x&gt;a&lt;/b&gt;</p>"],
    ["<script>\nalert(1)\n</script>", "<p>&lt;script&gt;\nalert(1)\n&lt;/script&gt;</p>"],
    ["|a|\n|-|\n|b|", "<p>|a|\n|-|\n|b|</p>"],
    ["![a map](https://x.dk/m.png)", link("https://x.dk/m.png", "a map")],
    ["![](https://x.dk/m.png)", link("https://x.dk/m.png", "https://x.dk/m.png")],
  ] as const)
    assert.equal(inside(text), drawn);
});

test("links only to the web: other targets, and those with a name before their host, are text", () => {
  for (const href of [
    ...["javascript:alert(1)", "JaVaScRiPt:alert(1)", "data:text/html,x", "mailto:a@b.dk", "/admin"],
    ...[
      "//evil.dk",
      "#a",
      "ftp://x.dk",
      "vbscript:x",
      "https://",
      "https://here.test@evil.dk",
      "blob:https://x.dk/1",
    ],
  ]) {
    assert.equal(inside(`[a](<${href}>)`), "<p>a</p>", href);
    assert.equal(inside(`![a](<${href}>)`), "<p>a</p>", href);
  }
  assert.equal(inside("[a]\n\n[a]: javascript:alert(1)").includes("href"), false);
});

// The page of these tests is at http://here.test.
test("says the host of a link whose text looks like an address of another, or like ours", () => {
  for (const [text, expected] of [
    ["[https://here.test/x](https://evil.dk)", " (evil.dk)"],
    ["[here.test](https://here.test.evil.dk)", " (here.test.evil.dk)"],
    ["[Sign in at HERE.test](https://evil.dk)", " (evil.dk)"],
    ["[he**re.te**st](https://evil.dk)", " (evil.dk)"],
    ["[here\u00ad.test](https://evil.dk)", " (evil.dk)"],
    ["[\uff48ere\uff0etest](https://evil.dk)", " (evil.dk)"],
    ["[evil.dk/here.test](https://evil.dk)", " (evil.dk)"],
    ["[good.dk](https://evil.dk)", " (evil.dk)"],
    ["![good.dk](https://evil.dk)", " (evil.dk)"],
    ["[https://g\u043e\u043ed.dk](https://g\u043e\u043ed.dk)", " (xn--gd-fmca.dk)"],
    ["https://g\u043e\u043ed.dk", " (xn--gd-fmca.dk)"],
    ["[good.dk/a.html](https://good.dk/b)", null],
    ["https://good.dk:8080/a.html", null],
    ["www.good.dk", null],
    ["[our site](https://here.test/x)", null],
    ["[here.test](https://here.test/x)", null],
    ["[the rules, e.g. those of v1.2](https://evil.dk)", null],
  ] as const) {
    const shown = / \([^)]+\)(?=<\/a>)/.exec(inside(text))?.[0] ?? null;
    assert.equal(shown, expected, text);
  }
});

test("shows the words alone in one paragraph for rows of lists", () => {
  assert.equal(html("# A *b*\n\n- [c](https://x.dk)\n- d\n\n<i>e\nf", true), "<p>A b c d &lt;i&gt;e f</p>");
});

const ALLOWED =
  /^(?:<\/?(?:div|p|strong|em|del|code|pre|ul|li|blockquote)>|<ol start="\d+">|<\/ol>|<br\/>|<\/a>)$/;
const LINK = /^<a href="(https?:\/\/[^"]*)" target="_blank" rel="noopener noreferrer nofollow">$/;

test("makes no element, attribute or target beyond the allowed ones of any text", () => {
  const PIECES = [
    ...[
      "[",
      "](",
      ")",
      "![",
      "<",
      ">",
      "\n",
      "\n\n",
      "> ",
      "- ",
      "1. ",
      "    ",
      "`",
      "```\n",
      "*",
      "**",
      "_",
      "~~",
      "# ",
    ],
    ...[
      "javascript:",
      "data:",
      "https://",
      "http:",
      "//",
      "mailto:",
      "x.dk",
      "here.test",
      "@",
      "&#106;",
      "&Tab;",
      "\\",
    ],
    ...[
      "<a href='javascript:1'>",
      "<img src=x onerror=1>",
      "<!--",
      "-->",
      "<svg/onload=1>",
      "]: ",
      "[a]",
      "a",
      " ",
      "|",
      "-",
    ],
    ...['"', "'", " onclick=", "\u202e", "\u0000", "www.", "<script>", "</p>", "[x] "],
  ];
  const piece = fc.oneof(fc.constantFrom(...PIECES), fc.string({ unit: "binary", maxLength: 3 }));
  const some = (most: number) => fc.array(piece, { maxLength: most }).map((pieces) => pieces.join(""));
  const link = fc.tuple(some(2), some(3)).map(([shown, target]) => `[${shown}](${target})`);
  const hostile = fc.array(fc.oneof(piece, link), { maxLength: 40 });
  fc.assert(
    fc.property(hostile, fc.boolean(), (pieces, isPlain) => {
      for (const tag of html(pieces.join(""), isPlain).match(/<[^>]*>?/g) ?? []) {
        const target = LINK.exec(tag)?.[1];
        assert.ok(target ? URL.canParse(target) : ALLOWED.test(tag), tag);
      }
    }),
    { numRuns: 500 },
  );
});

test("shows as typed what is nested too deeply, is too long, or holds too much", () => {
  const deep = ">".repeat(4_000);
  assert.equal(html(deep), `<p>${"&gt;".repeat(4_000)}</p>`);
  assert.equal(html("*a* ".repeat(3_000)), `<p>${"*a* ".repeat(3_000)}</p>`);
  assert.ok(inside("> ".repeat(40)).split("<blockquote>").length <= 14);
  const many = inside("*a*b".repeat(1_000));
  assert.ok(many.split("<em>").length < 1_000);
  assert.equal(
    many
      .replace(/<\/?em>/g, "*")
      .replaceAll("<p>", "")
      .replaceAll("</p>", ""),
    "*a*b".repeat(1_000),
  );
});
