import { createStore, useStore } from "./store.ts";

/** Whether the server can be reached, as far as the browser and the last request tell. */
const online = createStore(globalThis.navigator?.onLine ?? true);

globalThis.addEventListener?.("online", () => online.set(true));
globalThis.addEventListener?.("offline", () => online.set(false));

/** Reports that a request was answered, or that it was not. */
export const noteAnswer = (isAnswered: boolean): void => online.set(isAnswered);

export const useOnline = (): boolean => useStore(online);

/** Calls `run` each time that the server can be reached again, until the returned function is called. */
export const onReconnected = (run: () => void): (() => void) =>
  online.subscribe(() => void (online.get() && run()));
