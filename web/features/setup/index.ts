import { part } from "../../ui/part.tsx";

export { setupPath, useSetup } from "./setup.api.ts";

/** The steps of setting the organization up, and a line to dismiss once all hold. Its props are `SetupProps`. */
export const setupPanel = part(
  () => import("./setup-panel.tsx"),
  (language) => [import(`./setup.${language}.json`)],
);
