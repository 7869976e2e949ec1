import { createContext } from "react";
import type { MessageKey } from "../catalogues.ts";

/** The area that the signed-in user starts in; null where the account page is the only one they may open. */
export const LandingArea = createContext<{ path: string; label: MessageKey } | null>(null);
