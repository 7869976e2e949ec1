/** Lets work go on after the answer; what fails of it is logged. */
export function inBackground(
  c: { executionCtx: { waitUntil(work: Promise<unknown>): void } },
  work: Promise<unknown>,
): void {
  const done = work.catch((error) => console.error(JSON.stringify({ error: String(error) })));
  // A request that does not come from the network has no execution context, and nothing to be kept alive for.
  try {
    c.executionCtx.waitUntil(done);
  } catch {}
}
