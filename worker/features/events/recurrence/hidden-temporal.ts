const own = Object.getOwnPropertyDescriptor(globalThis, "Temporal");
Object.defineProperty(globalThis, "Temporal", { value: undefined, configurable: true });

/** Restores the runtime's own Temporal, which this module hides from what is imported after it. */
export function showTemporal(): void {
  if (own) Object.defineProperty(globalThis, "Temporal", own);
  else Reflect.deleteProperty(globalThis, "Temporal");
}
