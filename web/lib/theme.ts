import { useSyncExternalStore } from "react";

export const THEMES = ["system", "light", "dark"] as const;
export type Theme = (typeof THEMES)[number];

const STORAGE_KEY = "theme";
const listeners = new Set<() => void>();
const system = matchMedia("(prefers-color-scheme: light)");

function stored(): Theme {
  try {
    const value = localStorage.getItem(STORAGE_KEY);
    return value === "light" || value === "dark" ? value : "system";
  } catch {
    return "system";
  }
}

let chosen = stored();

function apply(): void {
  const theme = chosen === "system" ? (system.matches ? "light" : "dark") : chosen;
  document.documentElement.dataset.theme = theme;
  for (const listener of listeners) listener();
}

system.addEventListener("change", apply);
addEventListener("storage", (event) => {
  if (event.key !== STORAGE_KEY) return;
  chosen = stored();
  apply();
});

/** Chooses a theme for this browser; `system` forgets the choice. */
export function setTheme(theme: Theme): void {
  chosen = theme;
  try {
    if (theme === "system") localStorage.removeItem(STORAGE_KEY);
    else localStorage.setItem(STORAGE_KEY, theme);
  } catch {
    // Without storage the choice lasts until the page is closed.
  }
  apply();
}

/** The chosen theme, followed. */
export function useTheme(): Theme {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => chosen,
  );
}
