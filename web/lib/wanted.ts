import { attempt } from "./storage.ts";

const STORAGE_KEY = "wanted";
/** Stands for this site, wherever it is. */
const HERE = "https://here";

/**
 * A path inside this site to return to after signing in, with its query and fragment, or null. It is written as browsers
 * write it: they leave characters out of other texts, which may then name another site.
 */
export function wantedPath(value: string | null): string | null {
  if (!value || !URL.canParse(value, HERE) || new URL(value, HERE).href !== HERE + value) return null;
  return /^\/(auth\b|api\/|$)/i.test(value) ? null : value;
}

/** Keeps the address to return to across a sign-in that leaves the site; without storage that is the landing page. */
export function keepWanted(path: string): void {
  if (wantedPath(path)) attempt(() => sessionStorage.setItem(STORAGE_KEY, path), undefined);
}

export const readWanted = (): string | null =>
  attempt(() => wantedPath(sessionStorage.getItem(STORAGE_KEY)), null);

/** Returns the kept address and forgets it. */
export function takeWanted(): string | null {
  const path = readWanted();
  if (path) sessionStorage.removeItem(STORAGE_KEY);
  return path;
}
