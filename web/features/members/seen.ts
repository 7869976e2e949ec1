import type { Person } from "./members.api.ts";

/** When and where somebody was last seen; null for never. */
export function latestOf({ lastSeen, usedAt }: Pick<Person, "lastSeen" | "usedAt">) {
  if (usedAt !== null && (lastSeen === null || usedAt > lastSeen))
    return { at: usedAt, where: "app" } as const;
  return lastSeen === null ? null : ({ at: lastSeen, where: "discord" } as const);
}
