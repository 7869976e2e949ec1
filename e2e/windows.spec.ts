import { DEMO } from "./lib/people.ts";
import { expect, test } from "./lib/test.ts";

test("a returned window is empty for the next user, and one that cannot be emptied is not reused", async ({
  as,
  leave,
  watch,
}) => {
  // The page may still be fetching scripts for later when everything is refused.
  watch.expect(/ERR_FAILED/);
  const page = await as(DEMO.officer);
  await page.goto("/account/security");
  await expect(page.getByText("This device", { exact: true })).toBeVisible();
  await page.evaluate(() => {
    localStorage.setItem("planted", "here");
    sessionStorage.setItem("planted", "here");
  });
  await page.route("**/*", (route) => route.abort());
  await page.setViewportSize({ width: 360, height: 740 });
  await page.emulateMedia({ colorScheme: "light" });
  await leave(page);

  const next = await as(null);
  expect(next, "the same window").toBe(page);
  await next.goto("/account");
  await expect(next.getByText("Access Denied")).toBeVisible();
  const found = await next.evaluate(() => ({
    stored: [localStorage.getItem("planted"), sessionStorage.getItem("planted")],
    width: innerWidth,
    isDark: matchMedia("(prefers-color-scheme: dark)").matches,
  }));
  expect(found).toEqual({ stored: [null, null], width: 1440, isDark: true });
  await next.addInitScript(() => undefined);
  await leave(next);
  expect(await as(null), "another window").not.toBe(page);
});
