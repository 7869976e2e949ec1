import { type ComponentType, Suspense } from "react";
import { part } from "../../../../ui/part.tsx";
import { SkeletonLines } from "../../../../ui/skeleton.tsx";

/** A part that is fetched when it is first shown, with a skeleton meanwhile. */
function fetched<Props extends object>(load: () => Promise<{ default: ComponentType<Props> }>) {
  const { View } = part(load);
  return (props: Props) => (
    <Suspense fallback={<SkeletonLines lines={8} className="min-h-0 flex-1 p-4" />}>
      <View {...props} />
    </Suspense>
  );
}

export const CodeEditor = fetched(() => import("./code-editor.tsx"));
export const CodeDiff = fetched(() => import("./code-diff.tsx"));
