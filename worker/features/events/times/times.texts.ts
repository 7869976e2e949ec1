import type { Language } from "../../../lib/wire.schema.ts";

/** What a refused change of one's own hours names. */
export const OWN_TIMES: Record<Language, string> = { en: "Your usual week", da: "Din sædvanlige uge" };
