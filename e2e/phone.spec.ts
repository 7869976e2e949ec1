import type { Page } from "@playwright/test";
import { CrmPage, toast } from "./lib/crm-page.ts";
import { DEMO } from "./lib/people.ts";
import { addProspect, expectStored } from "./lib/prospects.ts";
import { expect, test } from "./lib/test.ts";

test.use({ viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true });

/** Nothing reaches beyond the right edge of a phone. */
async function expectNoSidewaysScroll(page: Page, what: string): Promise<void> {
  const widths = await page.evaluate(() => ({
    content: document.documentElement.scrollWidth,
    screen: window.innerWidth,
  }));
  expect(widths, what).toEqual({ content: 360, screen: 360 });
}

test("no page is wider than a phone", async ({ as, page, people }) => {
  const { displayName: name } = await addProspect(people, "Paula Phone-with-a-rather-long-name");
  await page.goto("/auth?error=not_synced");
  await page.getByRole("tab", { name: "Create Account" }).click();
  await expect(page.getByRole("form", { name: "Create Account" })).toBeVisible();
  await expectNoSidewaysScroll(page, "sign-in");

  const admin = await as(DEMO.admin);
  const crm = new CrmPage(admin);
  const heading = (title: string | RegExp) => admin.getByRole("heading", { name: title, level: 1 });
  await admin.goto("/dashboard");
  await expect(admin.getByRole("region", { name: "Urgent deadlines" }).getByRole("row").nth(1)).toBeVisible();
  await expect(
    admin.getByRole("region", { name: "Recent activity" }).getByRole("listitem").first(),
  ).toBeVisible();
  await expectNoSidewaysScroll(admin, "dashboard");
  for (const view of ["list", "board"]) {
    await crm.open(`tab=team&view=${view}`);
    await expect(admin.getByRole("link", { name: "Callum Reid" })).toBeVisible();
    await expectNoSidewaysScroll(admin, `pipeline as ${view}`);
  }
  const dialog = await crm.openProspect(name);
  await expect(dialog.getByRole("textbox", { name: "Notes" })).toBeVisible();
  await expectNoSidewaysScroll(admin, "dialog");
  await admin.goto("/members");
  await admin.getByRole("link", { name: "Mikkel Toft" }).tap();
  await expect(heading("Mikkel Toft")).toBeVisible();
  await expectNoSidewaysScroll(admin, "profile");
  await admin.getByRole("button", { name: "Back to the list" }).tap();
  await expect(heading("Members")).toBeVisible();
  await expectNoSidewaysScroll(admin, "members");
  await admin.goto("/discord-bots");
  await expect(admin.getByRole("article", { name: "CRM Bot" })).toBeVisible();
  await expectNoSidewaysScroll(admin, "bots");
  await admin.goto("/audit");
  await expect(admin.getByRole("main").getByRole("listitem").first()).toBeVisible();
  await expectNoSidewaysScroll(admin, "audit log");
  await admin.goto("/admin?tab=backup");
  await expect(admin.getByRole("button", { name: "Generate Backup" })).toBeVisible();
  await expectNoSidewaysScroll(admin, "backup");
  await admin.goto("/account");
  await expect(heading("My Account")).toBeVisible();
  await expect(admin.getByText("This device", { exact: true })).toBeVisible();
  await expectNoSidewaysScroll(admin, "account");
  await admin.goto("/nowhere");
  await expect(heading("Page not found")).toBeVisible();
  await expectNoSidewaysScroll(admin, "not found");
});

test("the bar at the bottom leads everywhere, and the steps of the pipeline work with a thumb", async ({
  as,
  people,
}) => {
  const prospect = await addProspect(people, "Theo Thumb");
  const name = prospect.displayName;
  const page = await as(DEMO.officer);
  const crm = new CrmPage(page);
  await page.goto("/dashboard");
  const bar = page.getByRole("navigation", { name: "Main navigation" });
  await expect(bar.getByRole("link")).toHaveText(["Dashboard", "Organization", "Tools", "CRM"]);
  await bar.getByRole("button", { name: "More" }).tap();
  await page.getByRole("menuitem", { name: "Discord bots" }).tap();
  await expect(page).toHaveURL(/\/discord-bots$/);
  await bar.getByRole("link", { name: "Tools" }).tap();
  await expect(page.getByRole("heading", { name: "Tools", level: 1 })).toBeFocused();
  await bar.getByRole("button", { name: "More" }).tap();
  await expect(page.getByRole("menuitem")).toHaveText([
    "Members",
    "Discord bots",
    "Audit log",
    "My Hangar",
    "My Account",
  ]);
  await page.getByRole("menuitem", { name: "My Account" }).tap();
  await expect(page).toHaveURL(/\/account$/);
  await bar.getByRole("link", { name: "CRM" }).tap();
  await page.getByRole("link", { name: "Team overview" }).tap();
  await expect(page).toHaveURL(/[?&]tab=team/);
  await page.getByRole("link", { name: "Board", exact: true }).tap();
  await expect(page).toHaveURL(/[?&]view=board/);

  const stages = page.getByRole("navigation", { name: "Stages" });
  const dialog = await crm.openProspect(name);
  await dialog.getByRole("button", { name: "Complete intro" }).tap();
  const question = page.getByRole("dialog", { name: "Complete intro" });
  await crm.chooseAssignee(question, "Freja Ravn");
  await question.getByRole("button", { name: "Complete intro" }).tap();
  await expect(toast(page, "Status updated")).toContainText(`${name}: Onboarding`);
  await dialog.getByRole("button", { name: "Close" }).tap();
  await expect(dialog).toBeHidden();

  await stages.getByRole("link", { name: "Onboarding" }).tap();
  await crm
    .card(name)
    .getByRole("button", { name: `Actions for ${name}` })
    .tap();
  await page.getByRole("menuitem", { name: "Make active" }).tap();
  const activation = page.getByRole("dialog", { name: "Make active" });
  await activation.getByRole("button", { name: "Make active" }).tap();
  await expect(activation).toBeHidden();
  await stages.getByRole("link", { name: "Active", exact: true }).tap();
  await expect(crm.card(name)).toBeVisible();
  await expectStored(people, prospect.id, { status: "active" });
});
