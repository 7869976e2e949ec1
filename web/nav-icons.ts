import { areaOf, DESTINATIONS } from "./areas.ts";
import { lazyIcon } from "./ui/lazy-icon.tsx";

const ICONS = new Map(DESTINATIONS.map(({ path, icon }) => [path, lazyIcon(icon)]));

/** The icon of the area of the navigation that an address is in. */
export const iconAt = (to: string) => ICONS.get(areaOf(to)?.path ?? "");
