import { lazy, Suspense } from "react";
import type { LoadIcon } from "../lib/area.ts";

type IconProps = { size?: number };

const Room = ({ size = 16 }: IconProps) => <span style={{ width: size, height: size }} />;

/** An icon that is fetched when it is first shown. Until then, and where it is missing, there is room for it. */
export function lazyIcon(load: LoadIcon) {
  const Icon = lazy(() => load().catch(() => ({ default: Room })));
  return (props: IconProps) => (
    <Suspense fallback={<Room {...props} />}>
      <Icon {...props} />
    </Suspense>
  );
}
