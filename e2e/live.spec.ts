import type { Page } from "@playwright/test";
import { CrmPage } from "./lib/crm-page.ts";
import { DEMO } from "./lib/people.ts";
import { addProspect } from "./lib/prospects.ts";
import { expect, test } from "./lib/test.ts";

/** Longer than any polling interval. */
const A_MINUTE = 60_000;

/** Opens a page whose clock can be turned, and gathers what it asks the server from then on. */
async function openPage(page: Page, path: string): Promise<string[]> {
  await page.clock.install();
  const greeted = page
    .waitForEvent("websocket")
    .then((socket) =>
      socket.waitForEvent("framereceived", { predicate: ({ payload }) => String(payload).includes("hello") }),
    );
  await page.goto(path);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await greeted;
  await page.waitForLoadState("networkidle");
  const asked: string[] = [];
  page.on("request", (request) => {
    if (request.url().includes("/api/")) asked.push(new URL(request.url()).pathname);
  });
  return asked;
}

for (const path of ["/dashboard", "/crm?tab=team", "/discord-bots"]) {
  test(`${path} asks the server nothing while the server can tell it of changes`, async ({ as }) => {
    const page = await as(DEMO.admin);
    const asked = await openPage(page, path);
    await page.clock.fastForward(A_MINUTE);
    await page.clock.fastForward(A_MINUTE);
    await page.waitForLoadState("networkidle");
    expect(asked).toEqual([]);
  });
}

test("a page that cannot be told asks again by itself", async ({ as }) => {
  const page = await as(DEMO.officer);
  await page.routeWebSocket(/\/api\/live$/, (socket) => socket.close());
  await page.clock.install();
  await page.goto("/dashboard");
  await expect(page.getByRole("region", { name: "Urgent deadlines" })).toBeVisible();
  await page.waitForLoadState("networkidle");
  // First it finds out that it cannot be told, then it asks.
  await page.clock.fastForward(A_MINUTE);
  const asked = page.waitForRequest(/\/api\/dashboard\/stats\//);
  await page.clock.fastForward(A_MINUTE);
  await asked;
});

test("what somebody else does shows at once", async ({ as, people }) => {
  const page = await as(DEMO.officer);
  const crm = new CrmPage(page);
  const prospect = await addProspect(people, "Lea Live");
  await crm.open(`tab=team&view=board&q=${encodeURIComponent("Lea Live")}`);
  await expect(crm.card(prospect.displayName)).toBeVisible();
  const another = await addProspect(people, "Lea Live");
  await expect(crm.card(another.displayName)).toBeVisible();
});
