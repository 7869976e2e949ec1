import { part } from "../../ui/part.tsx";

/** The second step of signing in. */
export const secondStep = part(() => import("./second-step.tsx"), "secondFactor");

/** Asks over the page for a proof of who the user is. */
export const proof = part(() => import("./proof-dialog.tsx"), "secondFactor");

/** The panel of the account page. */
export const secondFactorPanel = part(() => import("./second-factor-panel.tsx"), "secondFactor");
