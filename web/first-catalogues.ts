import type { Language } from "../worker/lib/wire.schema.ts";

/** How the texts of one catalogue are loaded. */
export type TextsByLanguage = Record<Language, () => Promise<{ default: Record<string, string> }>>;

/** The texts that the sign-in page is drawn with. */
export const FIRST_CATALOGUES = {
  auth: {
    en: () => import("./features/auth/auth.en.json"),
    da: () => import("./features/auth/auth.da.json"),
  },
  common: {
    en: () => import("./lib/i18n/en.json"),
    da: () => import("./lib/i18n/da.json"),
  },
} satisfies Record<string, TextsByLanguage>;
