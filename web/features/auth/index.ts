import { part } from "../../ui/part.tsx";

export { readLinkToken } from "./link-token.ts";

/** The sign-in page. */
export const signIn = part(() => import("./sign-in-page.tsx"), "auth");

/** Asks over the page to sign in again. */
export const signInAgain = part(() => import("./sign-in-again-dialog.tsx"));
