import { DESTINATIONS, type Destination, placeAt, TABS } from "./areas.ts";
import type { Area } from "./lib/area.ts";
import { can } from "./lib/can.ts";
import { normalized } from "./lib/paths.ts";

// What a user reaches: loaded with the router, which the sign-in page does without.

/** Whether a user with these permissions may open an address: its page, and the tab that it names. */
export function opens(permissions: readonly string[], to: string): boolean {
  const { pathname, searchParams } = new URL(to, "https://here");
  const place = placeAt(pathname) as Area | undefined;
  const key = searchParams.get("tab");
  const tab = TABS.find((each) => each.parent === normalized(pathname) && each.key === key);
  return can(permissions, place?.navigation?.offer ?? place?.need) && can(permissions, tab?.need);
}

/** The areas that the account page leads back to, each with its permission; the first allowed one counts. */
const BACK = [
  ["/dashboard", "dashboard.view"],
  ["/crm", "prospects.read"],
  ["/organization", "members.read"],
  ["/discord-bots", "bots.read"],
  ["/admin", "admin.users"],
] as const;

/** The area that the account page leads back to; null for the start page. */
export function backArea(permissions: readonly string[]): Destination | null {
  const path = BACK.find(([, need]) => can(permissions, need))?.[0];
  return DESTINATIONS.find((each) => each.path === path) ?? null;
}
