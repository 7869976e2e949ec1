import { part } from "../../ui/part.tsx";

/** The reader's devices with push; nothing where the deployment has none. */
export const pushPanel = part(
  () => import("./push-panel.tsx"),
  (language) => [import(`./push.${language}.json`), import(`../sessions/sessions.${language}.json`)],
);
