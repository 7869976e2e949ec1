import { wantedPath } from "../paths.ts";

const STORAGE_KEY = "wanted";

/** Keeps the address to return to across a sign-in that leaves the site. */
export function keepWanted(path: string): void {
  try {
    if (wantedPath(path)) sessionStorage.setItem(STORAGE_KEY, path);
  } catch {
    // Without storage the start page has to do.
  }
}

/** Takes the kept address, once. */
export function takeWanted(): string | null {
  try {
    const path = wantedPath(sessionStorage.getItem(STORAGE_KEY));
    sessionStorage.removeItem(STORAGE_KEY);
    return path;
  } catch {
    return null;
  }
}
