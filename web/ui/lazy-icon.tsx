import { type ComponentType, useEffect } from "react";
import type { LoadIcon } from "../lib/area.ts";
import { createStore, useStore } from "../lib/store.ts";

type IconProps = { size?: number };

const Room = ({ size = 16 }: IconProps) => <span style={{ width: size, height: size }} />;

/** An icon that is fetched when it is first shown, and again when the browser is back online. Until then there is room for it. */
export function lazyIcon(load: LoadIcon) {
  const loaded = createStore<ComponentType<IconProps> | null>(null);
  const fetchIcon = () =>
    load().then(
      ({ default: Icon }) => loaded.set(Icon),
      () => undefined,
    );
  return (props: IconProps) => {
    const Icon = useStore(loaded);
    useEffect(() => {
      if (Icon) return;
      void fetchIcon();
      addEventListener("online", fetchIcon);
      return () => removeEventListener("online", fetchIcon);
    }, [Icon]);
    return Icon ? <Icon {...props} /> : <Room {...props} />;
  };
}
