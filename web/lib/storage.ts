/** The answer of something that reads or writes the browser's storage; `otherwise` where that is full or forbidden. */
export function attempt<Value>(run: () => Value, otherwise: Value): Value {
  try {
    return run();
  } catch {
    return otherwise;
  }
}
