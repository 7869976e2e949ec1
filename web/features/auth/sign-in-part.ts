import { part } from "../../lib/part.ts";

/** The sign-in page, fetched when first shown. */
export const signIn = part(() => import("./sign-in-page.tsx"), "auth");
