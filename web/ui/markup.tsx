import { createElement, Fragment, type ReactNode } from "react";
import type { MarkupBlock, MarkupRun } from "../../worker/lib/markdown.schema.ts";
import { cx } from "../lib/cx.ts";

function Run({ text, isStrong, isEm, href }: MarkupRun) {
  const em = isEm ? <em>{text}</em> : text;
  const words = isStrong ? <strong>{em}</strong> : em;
  return href ? (
    <a href={href} target="_blank" rel="noopener noreferrer nofollow" className="link relative underline">
      {words}
    </a>
  ) : (
    words
  );
}

const runsOf = ({ runs }: MarkupBlock) =>
  createElement(Fragment, null, ...runs.map((run) => createElement(Run, run)));

/** Neighbours that are items of one list. */
const together = (blocks: readonly MarkupBlock[]) =>
  blocks.reduce<MarkupBlock[][]>((all, block) => {
    const [first] = all.at(-1) ?? [];
    const isSame =
      block.kind === "item" && first?.kind === "item" && (first.number === null) === (block.number === null);
    if (isSame) all.at(-1)?.push(block);
    else all.push([block]);
    return all;
  }, []);

const INDENTS = ["", "", "ml-5", "ml-10"];

function groupOf(group: readonly MarkupBlock[]): ReactNode {
  const [first] = group;
  if (first?.kind === "heading") return <h3 className="font-semibold">{runsOf(first)}</h3>;
  if (first?.kind !== "item") return first ? <p className="whitespace-pre-line">{runsOf(first)}</p> : null;
  const items = group.map((item) =>
    createElement(
      "li",
      { className: INDENTS[item.level], ...(item.number === null ? {} : { value: item.number }) },
      runsOf(item),
    ),
  );
  return createElement(first.number === null ? "ul" : "ol", null, ...items);
}

/** A text in Markdown as the server read it: no parser is fetched for it, and nothing of it is HTML. */
export const Markup = ({ blocks, className }: { blocks: readonly MarkupBlock[]; className?: string }) =>
  createElement("div", { className: cx("markdown", className) }, ...together(blocks).map(groupOf));
