import { createStore } from "./store.ts";

/** A message over the page. */
export type Toast = {
  id: number;
  title: string;
  description?: string | undefined;
  debug?: string | null;
  variant: "default" | "destructive";
  /** A button beside the text, such as Undo. */
  action?: { label: string; run: () => void } | undefined;
  /** Milliseconds on screen; the clock stops while it is hovered or focused. Failures stay until they are closed. */
  duration: number;
  /** Sends the act that waits for the end of the toast. */
  onGone?: (() => Promise<unknown>) | undefined;
};

let count = 0;

/** The toasts on screen, the newest last: every failure that is not closed yet, and at most one other. */
export const toastStore = createStore<readonly Toast[]>([]);

export type Message = Pick<Toast, "title"> & Partial<Omit<Toast, "id">>;

const isSame = (one: Message, other: Message) =>
  one.title === other.title && one.description === other.description;

function show(next: readonly Toast[]): Promise<unknown> {
  const gone = toastStore.get().filter((each) => !next.includes(each));
  toastStore.set(next);
  return Promise.all(gone.map(({ onGone }) => onGone?.()));
}

/** Shows a toast for five seconds without a `duration`, in place of the one before it. The same failure is shown once. */
export function toast(message: Message): void {
  count += 1;
  const shown: Toast = { variant: "default", duration: 5000, ...message, id: count };
  const others = toastStore
    .get()
    .filter(({ variant, ...each }) => variant === "destructive" && !isSame(each, shown));
  void show([...others, shown]);
}

const remove = (isGone: (toast: Toast) => boolean) => show(toastStore.get().filter((each) => !isGone(each)));

/** Removes the toast with that id, or all of them; resolves when an act that waited for that has been sent. */
export const dismissToast = (id?: number): Promise<unknown> =>
  remove((each) => id === undefined || each.id === id);

/** Removes the failures of an action that is tried again. */
export const dismissFailures = (title: string): void =>
  void remove((each) => each.variant === "destructive" && each.title === title);

/** Removes the toast whose end an act waits for, so that the act is sent now; resolves when it is answered. */
export const endHeld = (): Promise<unknown> => remove(({ onGone }) => onGone !== undefined);
