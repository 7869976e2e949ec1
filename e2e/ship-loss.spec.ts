import { audit, PHONE } from "./lib/audit.ts";
import { toast } from "./lib/crm-page.ts";
import { DEMO } from "./lib/people.ts";
import { expect, test } from "./lib/test.ts";

test("an administrator sees which ships UEX no longer lists, and accepts it", async ({ as }) => {
  const page = await as(DEMO.admin);
  const ships = ["Hammerhead", "Carrack Expedition", "M50 Interceptor"].map((name, id) => ({
    id: id + 1,
    name,
  }));
  const waiting = { id: 7, createdAt: "2026-11-11T04:00:00.000Z", ships };
  const status = { status: "failed", error: "More than a fifth of our ships are missing.", unreadable: 0 };
  const counts = { recordsProcessed: 0, added: 0, updated: 0, removed: 0 };
  let isAccepted = false;
  // The catalogue is the same for all journeys, so that none of them may shrink it.
  await page.route("**/api/uex/sync-status", (route) =>
    route.fulfill({ json: { ...counts, ...status, createdAt: waiting.createdAt, waiting } }),
  );
  await page.route("**/api/uex/sync-ships/7/accept", (route) => {
    isAccepted = true;
    return route.fulfill({ json: { ...counts, unreadable: 0, removed: 3, count: 292, shipsProcessed: 292 } });
  });
  await page.goto("/admin?tab=api");
  const panel = page.getByRole("region", { name: "Ships missing from UEX's list: 3" });
  await expect(panel).toBeVisible();
  await panel.getByRole("button", { name: "Show which" }).click();
  await expect(panel.getByRole("listitem")).toHaveText([
    "Carrack Expedition",
    "Hammerhead",
    "M50 Interceptor",
  ]);
  await audit(page, "ships that UEX no longer lists", PHONE);
  await panel.getByRole("button", { name: "Accept the shorter list" }).click();
  const question = page.getByRole("alertdialog", { name: "Accept the shorter list?" });
  await question.getByRole("button", { name: "Accept the shorter list" }).click();
  await expect(toast(page, "Ships no longer listed: 3")).toBeVisible();
  expect(isAccepted).toBe(true);
});
