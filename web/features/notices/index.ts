import { part } from "../../ui/part.tsx";

/** What the user has to know, below the bell. */
export const noticesPanel = part(() => import("./notices-panel.tsx"), "notices");
