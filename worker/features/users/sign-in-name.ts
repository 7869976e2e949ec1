/**
 * The form of a username that sign-in compares: two names that differ only in case or in how their letters
 * are encoded are one. SQLite's lower() knows only ASCII, so it is folded here and stored.
 */
export const signInNameOf = (username: string): string => username.trim().normalize("NFKC").toLowerCase();
