import { askApart } from "./lib/apart.ts";
import { audit, WIDTHS } from "./lib/audit.ts";
import { expectAreas } from "./lib/navigation.ts";
import { DEMO } from "./lib/people.ts";
import { expect, test } from "./lib/test.ts";

test("a page that a role may not open redirects to the first one that it may", async ({ as }) => {
  const page = await as(DEMO.member);
  await page.goto("/crm");
  await expect(page).toHaveURL(/\/dashboard$/);
  await expect(page.getByRole("heading", { name: /Jonas$/, level: 1 })).toBeVisible();
  await page.goto("/discord-bots");
  await expect(page).toHaveURL(/\/dashboard$/);
  const navigation = page.getByRole("navigation", { name: "Main navigation" });
  await expectAreas(
    navigation,
    ["Dashboard", "Organization", "Contracts", "Tools"],
    ["CRM", "Discord bots", "Admin"],
  );
});

test("the navigation of a role shows the pages that it may open", async ({ as, leave }) => {
  for (const [account, offered, refused] of [
    [DEMO.admin, ["Discord bots", "Admin"], []],
    [DEMO.officer, ["Discord bots"], ["Admin"]],
    [DEMO.recruiter, [], ["Discord bots", "Admin"]],
  ] as const) {
    const page = await as(account);
    await page.goto("/dashboard");
    const navigation = page.getByRole("navigation", { name: "Main navigation" });
    const all = ["Dashboard", "Organization", "Contracts", "Tools", "CRM", "Members", ...offered];
    await expectAreas(navigation, all, refused);
    await leave(page);
  }
});

test("the pipeline opens on everybody's prospects for a user who has none", async ({ as, people }) => {
  const page = await as(await people.hire("Nora Newly", "officer"));
  await page.goto("/crm");
  await expect(page.getByRole("link", { name: "Team Overview" })).toHaveAttribute("aria-current", "page");
  await expect(page.getByRole("region", { name: "Work per person" })).toBeVisible();
  await page.getByRole("link", { name: /^My Tasks/ }).click();
  await expect(page).toHaveURL(/[?&]tab=mine/);
  await expect(page.getByRole("region", { name: "Work per person" })).toBeHidden();
});

test("an address matches in any case and with a trailing slash; one without a page links back", async ({
  as,
  page,
}) => {
  const signedIn = await as(DEMO.officer);
  await signedIn.goto("/CRM/");
  await expect(signedIn.getByRole("heading", { name: "CRM", level: 1 })).toBeVisible();
  for (const each of [signedIn, page]) {
    await each.goto("/no/such/page");
    await expect(each.getByRole("heading", { name: "Page not found", level: 1 })).toBeVisible();
  }
  await audit(page, "not found", WIDTHS);
  await signedIn.getByRole("link", { name: "Go to the start page" }).click();
  await expect(signedIn).toHaveURL(/\/dashboard$/);
});

test("the account page tells a visitor where to sign in, and brings them back", async ({ page }) => {
  await page.goto("/ACCOUNT/");
  await expect(page.getByText("Access Denied")).toBeVisible();
  await expect(page.getByText("You need to be logged in to view your account.")).toBeVisible();
  await audit(page, "account, signed out", WIDTHS);
  await page.getByRole("main").getByRole("link", { name: "Sign in" }).click();
  const form = page.getByRole("form", { name: "Username/Password" });
  await form.getByLabel("Username").fill("member");
  await form.getByLabel("Password").fill(DEMO.member.password);
  await form.getByRole("button", { name: "Sign in" }).click();
  await expect(page).toHaveURL(/\/account\/?$/i);
  await page.goto("/auth");
  await expect(page).toHaveURL(/\/dashboard$/);
});

test("the first page requests each thing once, and is drawn with all of it", async ({ as, leave }) => {
  for (const [path, account] of [
    ["/", DEMO.officer],
    ["/dashboard", DEMO.officer],
    ["/dashboard", DEMO.member],
  ] as const) {
    const page = await as(account);
    const asked: string[] = [];
    const revisions = new Set<string>();
    // Notes answers, not requests, since an answer has its revision.
    page.on("response", (response) => {
      const { pathname, search, searchParams } = new URL(response.url());
      if (pathname === "/api/batch") asked.push(...searchParams.getAll("path"));
      else if (pathname.startsWith("/api/") && pathname !== "/api/live") asked.push(pathname + search);
      const revision = response.headers()["x-revisions"];
      if (revision) revisions.add(revision);
    });
    // What changes while the page loads, such as a deadline that passes, is rightly requested again.
    do {
      asked.length = 0;
      revisions.clear();
      await page.goto(path);
      await expect(
        page.getByRole("region", { name: "Recent activity" }).getByRole("listitem").first(),
      ).toBeVisible();
      await page.waitForLoadState("networkidle");
    } while (revisions.size > 1);
    expect(revisions.size).toBe(1);
    expect(asked).toContain("/api/dashboard/stats/1");
    expect(asked.toSorted()).toEqual([...new Set(asked)].toSorted());
    await leave(page);
  }
});

test("a first page whose data takes long shows placeholders for it", async ({ as }) => {
  const page = await as(DEMO.officer);
  const release = Promise.withResolvers<void>();
  await askApart(page);
  await page.route(/\/api\/(dashboard|activities|prospects)\//, async (route) => {
    await release.promise;
    await route.continue();
  });
  await page.goto("/dashboard");
  const activity = page.getByRole("region", { name: "Recent activity" });
  await expect(activity).toHaveAttribute("aria-busy", "true");
  release.resolve();
  await expect(activity.getByRole("listitem").first()).toBeVisible();
  await expect(activity).toHaveAttribute("aria-busy", "false");
});
