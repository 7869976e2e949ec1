import { part } from "../../ui/part.tsx";

/** The administration's tab of services, jobs and the ship provider. */
export const apiTab = part(() => import("./api-tab.tsx"), ["health"]);
