import { createStore, useStore } from "./store.ts";

/** Whether the server can be reached, as far as the browser and the last request tell. */
const online = createStore(globalThis.navigator?.onLine ?? true);

globalThis.addEventListener?.("online", () => online.set(true));
globalThis.addEventListener?.("offline", () => online.set(false));

/** Milliseconds in which the next page takes the place of one that is being left. */
const LEAVING = 10_000;

let left: Promise<unknown> | undefined;

globalThis.addEventListener?.("beforeunload", () => {
  left = new Promise((resolve) => setTimeout(resolve, LEAVING));
});

/**
 * Waits after a request without an answer for as long as the page may be about to go. Firefox (153 ESR) ends all requests and
 * imports of a page that is being left, long before the next one is there: no lost connection that the page should tell of.
 */
export const whileLeaving = () => left;

/** Reports that a request was answered, or that it was not. */
export const noteAnswer = (isAnswered: boolean): void => online.set(isAnswered);

export const useOnline = (): boolean => useStore(online);

/** Calls `run` each time that the server can be reached again, until the returned function is called. */
export const onReconnected = (run: () => void): (() => void) =>
  online.subscribe(() => void (online.get() && run()));
