import type { View } from "./address.ts";

const STORAGE_KEY = "crm-view";

/** The view last chosen in this browser; the board before any choice. */
export function rememberedView(): View {
  try {
    return localStorage.getItem(STORAGE_KEY) === "list" ? "list" : "board";
  } catch {
    return "board";
  }
}

/** Keeps the chosen view for the next visit. */
export function rememberView(view: View): void {
  try {
    localStorage.setItem(STORAGE_KEY, view);
  } catch {
    // Without storage the address alone carries the choice.
  }
}
