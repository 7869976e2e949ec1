const STORAGE_KEY = "wanted";

/** A path inside this site that is worth returning to after signing in, or null. */
export function wantedPath(value: string | null): string | null {
  if (!value || !/^\/(?![/\\])/.test(value)) return null;
  return /^\/(auth\b|api\/|$)/i.test(value) ? null : value;
}

/** Keeps the address to return to across a sign-in that leaves the site. */
export function keepWanted(path: string): void {
  try {
    if (wantedPath(path)) sessionStorage.setItem(STORAGE_KEY, path);
  } catch {
    // Without storage, signing in leads to the landing page.
  }
}

/** The kept address, or null. */
export function readWanted(): string | null {
  try {
    return wantedPath(sessionStorage.getItem(STORAGE_KEY));
  } catch {
    return null;
  }
}

/** Takes the kept address, once. */
export function takeWanted(): string | null {
  const path = readWanted();
  if (path) sessionStorage.removeItem(STORAGE_KEY);
  return path;
}
