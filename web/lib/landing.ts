import { createContext } from "react";
import type { Words } from "./i18n/i18n.ts";

/** The area that the signed-in user starts in; null where the account page is the only one they may open. */
export const LandingArea = createContext<{ path: string; label: Words } | null>(null);
