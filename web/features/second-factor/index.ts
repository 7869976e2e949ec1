import type { Texts } from "../../lib/i18n/i18n.ts";
import { part } from "../../ui/part.tsx";

const texts: Texts = (language) => [import(`./second-factor.${language}.json`)];

export const secondStep = part(() => import("./second-step.tsx"), texts);
export const proof = part(() => import("./proof-dialog.tsx"), texts);
export const secondFactorPanel = part(() => import("./second-factor-panel.tsx"), texts);
export const heldNotice = part(() => import("./held-notice.tsx"), texts);
