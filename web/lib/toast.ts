import { createStore } from "./store.ts";

/** A short message over the page; only the newest is shown. */
export type Toast = {
  id: number;
  title: string;
  description?: string | undefined;
  /** What debug mode adds. */
  debug?: string | null;
  variant: "default" | "destructive";
  /** A button beside the text, such as Undo. */
  action?: { label: string; run: () => void } | undefined;
  /** Milliseconds on screen; time stands still while it is pointed at or focused. */
  duration: number;
};

let count = 0;

/** The toast on screen, for the component that draws it. */
export const toastStore = createStore<Toast | null>(null);

/** Shows a toast in place of the one before it. Five seconds unless told otherwise. */
export function toast(message: Pick<Toast, "title"> & Partial<Omit<Toast, "id">>): void {
  count += 1;
  toastStore.set({ variant: "default", duration: 5000, ...message, id: count });
}

/** Takes the toast away; with an id only if it is still that one. */
export function dismissToast(id?: number): void {
  if (id === undefined || toastStore.get()?.id === id) toastStore.set(null);
}
