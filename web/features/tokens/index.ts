import { part } from "../../ui/part.tsx";
import { tokensTexts } from "./texts.ts";

/** The reader's tokens for programs, and a form for a new one. */
export const ownTokens = part(() => import("./own-tokens.tsx"), [tokensTexts]);
