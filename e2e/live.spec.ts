import type { Locator, Page, Request } from "@playwright/test";
import { CrmPage } from "./lib/crm-page.ts";
import { DEMO } from "./lib/people.ts";
import { addProspect } from "./lib/prospects.ts";
import { expect, test } from "./lib/test.ts";

/** Longer than any polling interval. */
const A_MINUTE = 60_000;

/**
 * Waits until the WebSocket of the page that opens next has received its first message; the returned function answers how
 * many of its pings have no answer yet.
 */
async function greeted(page: Page): Promise<() => number> {
  const socket = await page.waitForEvent("websocket");
  let open = 0;
  socket.on("framesent", ({ payload }) => {
    if (payload === "ping") open += 1;
  });
  socket.on("framereceived", ({ payload }) => {
    if (payload === "pong") open -= 1;
  });
  await socket.waitForEvent("framereceived", ({ payload }) => String(payload).includes("hello"));
  return () => open;
}

/** Each page with the part that is drawn last. */
const PAGES: Record<string, (page: Page) => Locator> = {
  "/dashboard": (page) => page.getByRole("region", { name: "Recent activity" }).getByRole("listitem").first(),
  "/crm?tab=team": (page) => page.getByRole("link", { name: "Callum Reid" }),
  "/discord-bots": (page) => page.getByRole("article", { name: "CRM Bot" }),
};

test("no page polls while the server can push changes to it", async ({ as }) => {
  const page = await as(DEMO.admin);
  await page.clock.install();
  for (const [path, last] of Object.entries(PAGES)) {
    const isTold = greeted(page);
    await page.goto(path);
    await expect(last(page)).toBeVisible();
    const unanswered = await isTold;
    await page.waitForLoadState("networkidle");
    const asked: string[] = [];
    const note = (request: Request) => {
      if (request.url().includes("/api/")) asked.push(new URL(request.url()).pathname);
    };
    page.on("request", note);
    // Late data, and data of a reported change, is requested once; polling never ends.
    await expect(async () => {
      asked.length = 0;
      for (let minutes = 0; minutes < 2; minutes += 1) {
        await page.clock.fastForward(A_MINUTE);
        // When this is answered, all earlier requests have been recorded.
        await page.evaluate(() => fetch("/favicon.svg"));
        // Waits for the pongs: the clock would pass the next minute before they come, and the page would drop the connection.
        await expect.poll(unanswered).toBe(0);
      }
      expect(asked, path).toEqual([]);
    }).toPass({ timeout: A_MINUTE });
    page.off("request", note);
  }
});

test("a page without a WebSocket polls", async ({ as }) => {
  const page = await as(DEMO.officer);
  await page.routeWebSocket(/\/api\/live$/, (socket) => socket.close());
  await page.clock.install();
  await page.goto("/dashboard");
  await expect(page.getByRole("region", { name: "Urgent deadlines" })).toBeVisible();
  await page.waitForLoadState("networkidle");
  let asked = 0;
  page.on("request", (request) => {
    if (request.url().includes("/api/dashboard/stats/")) asked += 1;
  });
  // It starts polling when it has found that nothing is pushed.
  await expect(async () => {
    await page.clock.fastForward(A_MINUTE);
    expect(asked).toBeGreaterThan(0);
  }).toPass();
});

test("a change by another user appears at once", async ({ as, people }) => {
  const page = await as(DEMO.officer);
  const crm = new CrmPage(page);
  const prospect = await addProspect(people, "Lea Live");
  const isTold = greeted(page);
  await crm.open(`tab=team&view=board&q=${encodeURIComponent("Lea Live")}`);
  await isTold;
  await expect(crm.card(prospect.displayName)).toBeVisible();
  const another = await addProspect(people, "Lea Live");
  await expect(crm.card(another.displayName)).toBeVisible();
});
