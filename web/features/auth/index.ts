import type { Texts } from "../../lib/i18n/i18n.ts";
import { part } from "../../ui/part.tsx";

export { readLinkToken } from "./link-token.ts";

const texts: Texts = (language) => [import(`./auth.${language}.json`)];

export const signIn = part(() => import("./sign-in-page.tsx"), texts);

export const signInAgain = part(() => import("./sign-in-again-dialog.tsx"), texts);

// The second step comes with the first script, since the sign-in page would otherwise load the frame's.
export { secondStep } from "../second-factor/index.ts";
