import { type ComponentType, createContext } from "react";
import type { Card, Place, Tab } from "./area.ts";

export type Tool = Omit<Card, "icon"> &
  Pick<Place, "path" | "need"> & { Icon: ComponentType<{ size?: number }> };

export type PageTab = Pick<Tab, "of" | "key" | "label" | "need"> & {
  View: ComponentType;
  Actions: ComponentType | undefined;
};

/** The tabs and tools of all areas, in order. The router provides them: pages cannot import the list that loads them. */
export const Placed = createContext<{ tabs: readonly PageTab[]; tools: readonly Tool[] }>({
  tabs: [],
  tools: [],
});
