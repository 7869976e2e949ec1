import { describe, expect, it } from "vitest";
import { htmlOf, markupOf } from "./markdown.ts";

const html = (text: string) => htmlOf(markupOf(text));

describe("a text in Markdown", () => {
  it("shows paragraphs, headings of one size, emphasis, lists and links to https", () => {
    expect(html("# Who we are\nWe **fly** and _haul_.\nAlways.\n\n###### Rules")).toBe(
      "<h3>Who we are</h3><p>We <strong>fly</strong> and <em>haul</em>.<br>Always.</p><h3>Rules</h3>",
    );
    expect(html("- one\n- two\n\n3. three\n4. four")).toBe(
      '<ul><li>one</li><li>two</li></ul><ol><li value="3">three</li><li value="4">four</li></ol>',
    );
    expect(html("[**ours**](https://example.org/a?b=1&c=2)")).toBe(
      '<p><a href="https://example.org/a?b=1&#38;c=2" rel="nofollow noopener"><strong>ours</strong></a></p>',
    );
  });

  it("keeps the level of a list in a list, three at most", () => {
    const levels = markupOf("- a\n  - b\n    - c\n      - d\n- e").map(({ level, runs }) => [
      runs[0]?.text,
      level,
    ]);
    expect(levels).toEqual([
      ["a", 1],
      ["b", 2],
      ["c", 3],
      ["d", 3],
      ["e", 1],
    ]);
  });

  it("shows tags, pictures, code and tables as words", () => {
    expect(html("<script>alert(1)</script>")).toBe("<p>&#60;script&#62;alert(1)&#60;/script&#62;</p>");
    expect(html('Hi <img src=x onerror="alert(1)">')).toBe(
      "<p>Hi &#60;img src=x onerror=&#34;alert(1)&#34;&#62;</p>",
    );
    expect(html("![our ship](https://example.org/a.png)")).toBe("<p>our ship</p>");
    expect(html("`<b>`")).toBe("<p>&#60;b&#62;</p>");
    expect(html("|a|b|\n|-|-|\n|1|2|")).toBe("<p>|a|b|<br>|-|-|<br>|1|2|</p>");
  });

  it.each([
    ...["javascript:alert(1)", "JaVaScRiPt:alert(1)", "java&#115;cript:alert(1)", "&#106;avascript:alert(1)"],
    ...["data:text/html;base64,PHNjcmlwdD4=", "vbscript:x", "http://example.org", "//example.org", "/admin"],
    ...["https://bank.example@evil.example", "mailto:a@example.org", "<javascript:alert(1)>"],
  ])("follows no link to %s", (href) => {
    expect(html(`[press](${href})`)).not.toContain("<a");
    expect(markupOf(`[press](${href})`).flatMap(({ runs }) => runs.map((run) => run.href))).not.toContain(
      href,
    );
  });

  it("makes addresses that were only typed links to https alone", () => {
    expect(html("See https://example.org/x and http://example.org, a@example.org")).toBe(
      '<p>See <a href="https://example.org/x" rel="nofollow noopener">https://example.org/x</a> and http://example.org, a@example.org</p>',
    );
  });

  it("says entities once", () => {
    expect(html("Tom &amp; Jerry &lt;b&gt; &quot;x&quot;")).toBe(
      "<p>Tom &#38; Jerry &#60;b&#62; &#34;x&#34;</p>",
    );
    expect(html("&amp;lt;script&amp;gt;")).toBe("<p>&#38;lt;script&#38;gt;</p>");
  });

  it.each([
    ["quotes in quotes", ">".repeat(3_000)],
    ["brackets", "[".repeat(3_000)],
    ["stars", "*a ".repeat(1_000)],
    ["lists in lists", Array.from({ length: 60 }, (_, at) => `${" ".repeat(at * 2)}- x`).join("\n")],
    ["emphasis in emphasis", `${"**_".repeat(500)}x${"_**".repeat(500)}`],
    ["a text that is too long", "a".repeat(20_000)],
  ])("takes %s", (_, text) => {
    const made = html(text);
    expect(made.length).toBeLessThan(8 * text.length + 100);
    expect(made.replaceAll(/<\/?(?:p|h3|ul|ol|li|em|strong|br)>/g, "")).not.toMatch(/[<>]/);
  });
});
