import { AsyncLocalStorage } from "node:async_hooks";

const check = new AsyncLocalStorage<() => Promise<void>>();

/** Does `work`, of which nothing leaves for another service before `isSure` resolves. */
export const sureBeforeCalls = <Done>(
  isSure: () => Promise<void>,
  work: () => Promise<Done>,
): Promise<Done> => check.run(isSure, work);

/** Resolves when another service may be called in this request: it is known who acts. */
export const beSure = async (): Promise<void> => check.getStore()?.();
