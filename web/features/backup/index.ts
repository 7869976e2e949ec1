import { part } from "../../ui/part.tsx";

/** Says on every page that automation is paused, or that a restore is under way. */
export const pauseBanner = part(
  () => import("./restore/pause-banner.tsx"),
  (language) => [import(`./restore.${language}.json`)],
);
