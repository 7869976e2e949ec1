import { type ComponentType, Suspense } from "react";
import { part } from "./part.tsx";

/** A dialog that is fetched with its texts when it is first opened; the arguments are those of `part`. */
export function lazyDialog<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
  catalogues?: Parameters<typeof part>[1],
) {
  const { View } = part(load, catalogues);
  return (props: Props) => (
    <Suspense>
      <View {...props} />
    </Suspense>
  );
}
