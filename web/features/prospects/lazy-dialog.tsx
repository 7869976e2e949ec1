import { type ComponentType, Suspense } from "react";
import { part } from "../../ui/part.tsx";

/** A dialog that is fetched with its texts when it is first opened. */
export function lazyDialog<Props extends object>(load: () => Promise<{ default: ComponentType<Props> }>) {
  const { View } = part(load, "prospect");
  return (props: Props) => (
    <Suspense>
      <View {...props} />
    </Suspense>
  );
}
