import { part } from "../../ui/part.tsx";

/** The organization's tab of its members' ships. */
export const fleetTab = part(() => import("./fleet-tab.tsx"), ["fleet", "ships"]);

/** What the tab offers beside the page's heading. */
export const fleetActions = part(() => import("./fleet-actions.tsx"), ["fleet"]);
