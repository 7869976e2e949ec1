/**
 * Files of journeys that need a product in which nothing else acts meanwhile, each with what it reads or changes of the whole
 * organization. They run one after another; all others share a product.
 */
export const ALONE: Record<string, string> = {
  "admin-system.spec.ts":
    "counts the settings that differ, and the test prospects; writes into the database beside the worker",
  "attendance.spec.ts": "writes into the database beside the worker, which does not wait for it",
  "audit.spec.ts": "finds its entry among the newest twenty",
  "best-time.spec.ts": "counts the members who have marked when they can",
  "discord-roles.spec.ts": "counts the people whose roles a sync would change",
  "discord-sign-in.spec.ts": "signs in a person whom no sync has read in",
  "first-page.spec.ts": "knows every request of a page, which changes of others add to",
  "joining-officers.spec.ts":
    "opens the front door, and closes it until a day, by which everybody who is no member lands on another page",
  "joining.spec.ts": "opens the front door, by which everybody who is no member lands on another page",
  "live.spec.ts": "expects that nothing is pushed to a page",
  "long-list.spec.ts": "loads 2,065 prospects again at every change of one",
  "main-journey.spec.ts": "counts what a sync adds, and finds its entries among the newest twenty",
  "notifications.spec.ts": "counts what needs any officer",
  "offers.spec.ts": "opens what was offered before, which must still be there",
  "restore.spec.ts": "replaces everything",
  "routes.spec.ts": "knows every request of a page, which changes of others add to",
  "security-team.spec.ts": "changes the role of the team, and every officer is asked for reviews",
  "tools.spec.ts": "changes the transfer fee, by which contracts are paid",
  "webhooks.spec.ts": "has a program told of everything in the organization",
};
