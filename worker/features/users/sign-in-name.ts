import { cleanName } from "../../lib/names.schema.ts";

/**
 * The folded form of a username, the same for names that differ only in case or in the encoding of their letters. It is
 * stored, because SQLite's lower() folds only ASCII.
 */
export const signInNameOf = (username: string): string => cleanName(username).normalize("NFKC").toLowerCase();
