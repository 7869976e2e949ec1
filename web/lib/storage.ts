/** Runs an access to the browser's storage; returns `otherwise` when that is full or forbidden. */
export function attempt<Value>(run: () => Value, otherwise: Value): Value {
  try {
    return run();
  } catch {
    return otherwise;
  }
}
