import { part } from "../../ui/part.tsx";
import { authTexts } from "./texts.ts";

export { readLinkToken } from "./link-token.ts";

export const signIn = part(() => import("./sign-in-page.tsx"), [authTexts]);

export const signInAgain = part(() => import("./sign-in-again-dialog.tsx"), [authTexts]);

// The second step comes with the first script, since the sign-in page would otherwise load the frame's.
export { secondStep } from "../second-factor/index.ts";
