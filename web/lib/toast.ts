/** A short message over the page; only the newest is shown. */
export type Toast = {
  id: number;
  title: string;
  description?: string;
  variant: "default" | "destructive";
  /** A button beside the text, such as Undo. */
  action?: { label: string; run: () => void };
  /** Milliseconds on screen; time stands still while it is pointed at or focused. */
  duration: number;
};

let shown: Toast | null = null;
let count = 0;
const listeners = new Set<() => void>();

function show(next: Toast | null): void {
  shown = next;
  for (const listener of listeners) listener();
}

/** Shows a toast in place of the one before it. Five seconds unless told otherwise. */
export function toast(message: Omit<Toast, "id" | "variant" | "duration"> & Partial<Toast>): void {
  count += 1;
  show({ variant: "default", duration: 5000, ...message, id: count });
}

/** Takes the toast away; with an id only if it is still that one. */
export function dismissToast(id?: number): void {
  if (shown && (id === undefined || shown.id === id)) show(null);
}

/** The toast on screen, for the component that draws it. */
export const toastStore = {
  current: (): Toast | null => shown,
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};
