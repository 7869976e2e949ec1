import type { MirrorStatus } from "../../../worker/features/mirrors/mirrors.schema.ts";

/**
 * Why an event cannot be switched to be shown in Discord, and what stands below the switch. Switching it off is never
 * blocked, nor is switching it on while Discord is only out of reach or full: then it is shown once that works.
 */
export function hintOf(
  status: MirrorStatus | undefined,
  { value, isForAll, usual, onlyAll }: { value: boolean; isForAll: boolean; usual: string; onlyAll: string },
): { reason: string | null; hint: string } {
  if (!isForAll) return { reason: value ? null : onlyAll, hint: onlyAll };
  const why = status?.why ?? null;
  const isBlocked = status?.state === "no_bot" || status?.state === "no_permission";
  return { reason: isBlocked && !value ? why : null, hint: why ?? usual };
}
