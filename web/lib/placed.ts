import { type ComponentType, createContext } from "react";
import type { Card, Place, Tab } from "./area.ts";

export type Tool = Omit<Card, "icon"> &
  Pick<Place, "path" | "need"> & { Icon: ComponentType<{ size?: number }> };

export type PageTab = Pick<Tab, "parent" | "key" | "label" | "need"> & {
  View: ComponentType;
  Actions: ComponentType | undefined;
};

/** Whether the signed-in user may open an address of ours. The router provides it, as pages cannot know each other. */
export const Opens = createContext<(to: string) => boolean>(() => true);

/**
 * The tabs and tools of all areas, in order, and the icon of the area of an address. The router provides them: pages cannot
 * import the list that loads them.
 */
export const Placed = createContext<{
  tabs: readonly PageTab[];
  tools: readonly Tool[];
  iconAt: (to: string) => Tool["Icon"] | undefined;
}>({ tabs: [], tools: [], iconAt: () => undefined });
