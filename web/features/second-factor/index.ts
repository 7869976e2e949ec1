import { part } from "../../ui/part.tsx";
import { secondFactorTexts } from "./texts.ts";

export const secondStep = part(() => import("./second-step.tsx"), [secondFactorTexts]);
export const proof = part(() => import("./proof-dialog.tsx"), [secondFactorTexts]);
export const secondFactorPanel = part(() => import("./second-factor-panel.tsx"), [secondFactorTexts]);
export const heldNotice = part(() => import("./held-notice.tsx"), [secondFactorTexts]);
