import { attempt } from "./storage.ts";
import { createStore, useStore } from "./store.ts";

export const THEMES = ["system", "light", "dark"] as const;
type Theme = (typeof THEMES)[number];

const STORAGE_KEY = "theme";

function readTheme(): Theme {
  const stored = attempt(() => localStorage.getItem(STORAGE_KEY), null);
  return THEMES.find((theme) => theme === stored) ?? "system";
}

const chosen = createStore(readTheme());

// Without a chosen theme the style sheet follows the system.
chosen.subscribe(() => {
  document.documentElement.dataset.theme = chosen.get();
});
addEventListener("storage", (event) => {
  if (event.key === STORAGE_KEY) chosen.set(readTheme());
});

/** Chooses a theme for this browser, `system` for none. Without storage it lasts until the page is closed. */
export function setTheme(theme: Theme): void {
  attempt(() => {
    if (theme === "system") localStorage.removeItem(STORAGE_KEY);
    else localStorage.setItem(STORAGE_KEY, theme);
  }, undefined);
  chosen.set(theme);
}

export const useTheme = (): Theme => useStore(chosen);
