/** Makes a table of Markdown, whose columns are as wide as their widest cell. */
export function markdownTable(columns: readonly string[], rows: readonly string[][]): string {
  const all = [columns, ...rows];
  const widths = columns.map((_, at) => Math.max(...all.map((row) => row[at]?.length ?? 0)));
  const rule = widths.map((width) => "-".repeat(width));
  const lines = [columns, rule, ...rows].map((row) => row.map((cell, at) => cell.padEnd(widths[at] ?? 0)));
  return lines.map((cells) => `| ${cells.join(" | ")} |\n`).join("");
}
