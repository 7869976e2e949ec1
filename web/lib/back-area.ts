import { createContext } from "react";
import type { Words } from "./i18n/i18n.ts";

/** The area that the account page leads back to; null for the start page. */
export const BackArea = createContext<{ path: string; label: Words } | null>(null);
