import { part } from "../../ui/part.tsx";
import { restoreTexts } from "./texts.ts";

/** Says on every page that automation is paused, or that a restore is under way. */
export const pauseBanner = part(() => import("./restore/pause-banner.tsx"), [restoreTexts]);
