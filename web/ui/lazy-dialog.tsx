import { type ComponentType, Suspense } from "react";
import type { Texts } from "../lib/i18n/i18n.ts";
import { part } from "./part.tsx";

/** A dialog that is fetched with its texts when it is first opened; the arguments are those of `part`. */
export function lazyDialog<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
  texts?: Texts,
) {
  const { View } = part(load, texts);
  return (props: Props) => (
    <Suspense>
      <View {...props} />
    </Suspense>
  );
}
