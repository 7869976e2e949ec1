import { part } from "../../ui/part.tsx";

export { readLinkToken } from "./link-token.ts";

/** The sign-in page. */
export const signIn = part(() => import("./sign-in-page.tsx"), "auth");

/** Asks over the page to sign in again. */
export const signInAgain = part(() => import("./sign-in-again-dialog.tsx"));

// The second step comes with the first script: with the frame's, the sign-in page would load that.
export { secondStep } from "../second-factor/index.ts";
