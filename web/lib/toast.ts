import { createStore } from "./store.ts";

/** A message over the page; only the newest is shown. */
export type Toast = {
  id: number;
  title: string;
  description?: string | undefined;
  debug?: string | null;
  variant: "default" | "destructive";
  /** A button beside the text, such as Undo. */
  action?: { label: string; run: () => void } | undefined;
  /** Milliseconds on screen; the clock stops while it is hovered or focused. */
  duration: number;
};

let count = 0;

export const toastStore = createStore<Toast | null>(null);

export type Message = Pick<Toast, "title"> & Partial<Omit<Toast, "id">>;

/** Shows a toast in place of the one before it, for five seconds without a `duration`. */
export function toast(message: Message): void {
  count += 1;
  toastStore.set({ variant: "default", duration: 5000, ...message, id: count });
}

/** Removes the toast; with an id only if it is the one on screen. */
export function dismissToast(id?: number): void {
  if (id === undefined || toastStore.get()?.id === id) toastStore.set(null);
}
