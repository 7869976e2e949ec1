import { attempt } from "./storage.ts";

const STORAGE_KEY = "wanted";

/** A path inside this site to return to after signing in, or null. */
export function wantedPath(value: string | null): string | null {
  if (!value || !/^\/(?![/\\])/.test(value)) return null;
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
