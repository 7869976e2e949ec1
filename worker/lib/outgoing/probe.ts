import { checkBeforeCall } from "./before-call.ts";
import { OutgoingError } from "./outgoing.ts";

/**
 * Asks an address for nothing but its status; the body is not read, and no redirect followed.
 * @throws OutgoingError unreachable, or timeout after `timeoutMs`
 */
export async function probe(
  url: string,
  { timeoutMs, headers = {} }: { timeoutMs: number; headers?: Record<string, string> },
): Promise<number> {
  await checkBeforeCall();
  const signal = AbortSignal.timeout(timeoutMs);
  try {
    const response = await fetch(url, { headers, redirect: "manual", signal });
    await response.body?.cancel();
    return response.status;
  } catch {
    throw new OutgoingError(signal.aborted ? "timeout" : "unreachable");
  }
}
