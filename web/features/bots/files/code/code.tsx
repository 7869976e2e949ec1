import { type ComponentProps, Suspense } from "react";
import { part } from "../../../../ui/part.tsx";
import { SkeletonLines } from "../../../../ui/skeleton.tsx";

const editor = part(() => import("./code-editor.tsx"));
const diff = part(() => import("./code-diff.tsx"));

const LOADING = <SkeletonLines lines={8} className="min-h-0 flex-1 p-4" />;

/** The editor, fetched when first shown. */
export const CodeEditor = (props: ComponentProps<typeof editor.View>) => (
  <Suspense fallback={LOADING}>
    <editor.View {...props} />
  </Suspense>
);

/** The comparison of two texts, fetched when first shown. */
export const CodeDiff = (props: ComponentProps<typeof diff.View>) => (
  <Suspense fallback={LOADING}>
    <diff.View {...props} />
  </Suspense>
);
