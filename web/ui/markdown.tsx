import { lazy, Suspense } from "react";
import { cx } from "../lib/cx.ts";
import type { MarkdownProps } from "./markdown-view.tsx";

const AsTyped = ({ text, className }: MarkdownProps) => (
  <p className={cx("whitespace-pre-line [overflow-wrap:anywhere]", className)}>{text}</p>
);

/** The parser, which no page is drawn with; where it cannot be fetched, texts are shown as they were typed. */
const View = lazy(() => import("./markdown-view.tsx").catch(() => ({ default: AsTyped })));

/** A text that a user wrote in Markdown; see the view for what it may hold. */
export const Markdown = (props: MarkdownProps) => (
  <Suspense fallback={<AsTyped {...props} />}>
    <View {...props} />
  </Suspense>
);
