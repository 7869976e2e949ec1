import assert from "node:assert/strict";
import { test } from "node:test";
import { markdown } from "./chat-markdown.ts";

const names = { user: () => "Freja", role: () => "Officer", channel: () => "general" };

test("draws Discord's Markdown, and nothing else as HTML", () => {
  const link = (address: string, text: string) =>
    `<a href="${address}" target="_blank" rel="noopener noreferrer">${text}</a>`;
  for (const [text, html] of [
    ["a **b *c*** d", "<p>a <strong>b <em>c</em></strong> d</p>"],
    ["__u__ ~~s~~ `*c*`", "<p><u>u</u> <s>s</s> <code>*c*</code></p>"],
    ["snake_case_name 2 * 3 * 4", "<p>snake_case_name 2 * 3 * 4</p>"],
    ["\\*plain\\*", "<p>*plain*</p>"],
    ["### Head\nBody\nmore", '<p class="h3" role="heading" aria-level="2">Head</p><p>Body<br>more</p>'],
    ["-# small", '<p class="small">small</p>'],
    ["> one\n> two\nend", "<blockquote><p>one<br>two</p></blockquote><p>end</p>"],
    [">>> all\nof it", "<blockquote><p>all<br>of it</p></blockquote>"],
    ["- a\n- b", "<ul><li>a</li><li>b</li></ul>"],
    ["```js\n<b>\n```", "<pre>&#60;b&#62;</pre>"],
    ["[here](https://a.example/x)", `<p>${link("https://a.example/x", "here")}</p>`],
    ["see https://a.example/x.", `<p>see ${link("https://a.example/x", "https://a.example/x")}.</p>`],
    ["[x](javascript:alert)", "<p>[x](javascript:alert)</p>"],
    [
      "<@1> <@&2> <#3>",
      ["@Freja", "@Officer", "#general"].map((name) => `<span class="mention">${name}</span>`),
    ],
    [
      "<t:0:R>",
      '<p><time datetime="1970-01-01T00:00:00.000Z" data-style="R">1970-01-01T00:00:00.000Z</time></p>',
    ],
    ['<img src=x onerror="a">', "<p>&#60;img src=x onerror=&#34;a&#34;&#62;</p>"],
  ] as const)
    assert.equal(markdown(text, names), typeof html === "string" ? html : `<p>${html.join(" ")}</p>`, text);
});
