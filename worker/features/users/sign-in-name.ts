import { asCopied } from "../../lib/copied.schema.ts";

/**
 * The folded form of a username, the same for names that differ only in case or in the encoding of their letters. It is
 * stored, because SQLite's lower() folds only ASCII.
 */
export const signInNameOf = (username: string): string => asCopied(username).normalize("NFKC").toLowerCase();
