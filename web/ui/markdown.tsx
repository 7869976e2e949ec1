import { lazy, Suspense } from "react";
import { cx } from "../lib/cx.ts";
import type { MarkdownProps } from "./markdown-view.tsx";

const AsTyped = ({ text, className }: MarkdownProps) => (
  <p className={cx("whitespace-pre-line [overflow-wrap:anywhere]", className)}>{text}</p>
);

/**
 * The parser, fetched beside the data of the first page that shows such texts. Where it cannot be fetched, they are shown
 * as they were typed.
 */
const view = import("./markdown-view.tsx").catch(() => ({ default: AsTyped }));
const View = lazy(() => view);

/** A text that a user wrote in Markdown; see the view for what it may hold. */
export const Markdown = (props: MarkdownProps) => (
  <Suspense fallback={<AsTyped {...props} />}>
    <View {...props} />
  </Suspense>
);
