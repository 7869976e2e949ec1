/**
 * The idempotency keys of a form: one for each body, so that what is sent again after a lost answer is created once, and what was
 * changed meanwhile is not answered as the first.
 */
export function createSendKeys() {
  const keys = new Map<string, string>();
  return {
    of(body: unknown): string {
      const text = JSON.stringify(body);
      const key = keys.get(text) ?? crypto.randomUUID();
      keys.set(text, key);
      return key;
    },
    /** Forgets them once something is created, so that the same can be created again. */
    renew: () => keys.clear(),
  };
}
