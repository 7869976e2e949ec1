const escaped = (text: string) =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");

const inline = (text: string) =>
  escaped(text)
    .replace(/`([^`]+)`/g, "<code>$1</code>")
    .replace(/\*\*([^*]+)\*\*/g, "<strong>$1</strong>")
    .replace(/\[([^\]]+)\]\((https:[^)]+)\)/g, '<a class="link" href="$2">$1</a>');

const row = (line: string, cell: "th" | "td") =>
  `<tr>${line
    .split("|")
    .slice(1, -1)
    .map((text) => `<${cell}>${inline(text.trim())}</${cell}>`)
    .join("")}</tr>`;

/** Returns the HTML of a part of a document between two empty lines: a heading, a table, a list or a paragraph. */
function block(text: string): string {
  const [, marks, heading] = /^(#+) (.*)$/s.exec(text) ?? [];
  if (marks && heading) return `<h${marks.length}>${inline(heading)}</h${marks.length}>`;
  const lines = text.split("\n");
  if (text.startsWith("|")) {
    const [head = "", , ...rows] = lines;
    const body = rows.map((each) => row(each, "td")).join("");
    return `<div class="table-box" role="region" aria-label="Table" tabindex="0"><table class="table"><thead>${row(head, "th")}</thead><tbody>${body}</tbody></table></div>`;
  }
  if (text.startsWith("- ")) {
    const items = text.split(/^- /m).slice(1);
    return `<ul>${items.map((item) => `<li>${inline(item)}</li>`).join("")}</ul>`;
  }
  return `<p>${inline(text)}</p>`;
}

/** Returns a document of `docs/` as a page of its own, in the look of the product. It knows the Markdown that those use. */
export function documentPage(markdown: string, styleSheet: string): string {
  const blocks = markdown.trim().split(/\n{2,}/);
  const title = inline(blocks[0]?.replace(/^# /, "") ?? "");
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>${title} · Command Centre</title>
    <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
    <script src="/first.js"></script>
    <link rel="stylesheet" href="${styleSheet}" />
  </head>
  <body>
    <main class="document"><p><a class="link" href="/account#settings">My Account</a></p>${blocks.map(block).join("\n")}</main>
  </body>
</html>
`;
}
