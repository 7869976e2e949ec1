import { AsyncLocalStorage } from "node:async_hooks";

const check = new AsyncLocalStorage<() => Promise<void>>();

/** Runs work in which `before` is awaited before each call of another service. */
export const withCheckBeforeCalls = <Done>(
  before: () => Promise<void>,
  work: () => Promise<Done>,
): Promise<Done> => check.run(before, work);

/** Awaits the check of the request, if it has one. Every function that calls another service calls this first. */
export const checkBeforeCall = async (): Promise<void> => check.getStore()?.();
