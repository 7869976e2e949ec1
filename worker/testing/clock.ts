import { afterEach, beforeEach, vi } from "vitest";

const HOUR_MS = 3_600_000;

/**
 * Stops the clock before each test of a file or a `describe`, in the middle of an hour: attempts are counted by the hour,
 * and how long the next one waits is told in seconds. Not for tests that call the gateway, whose clock goes on.
 */
export function stopClock(): void {
  beforeEach(() => {
    const now = (Math.floor(Date.now() / HOUR_MS) + 0.5) * HOUR_MS;
    vi.useFakeTimers({ toFake: ["Date"], now });
  });
  afterEach(() => void vi.useRealTimers());
}
