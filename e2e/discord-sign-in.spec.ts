import type { Page } from "@playwright/test";
import { consent, type GuildPerson, join } from "./lib/discord.ts";
import { expectAreas } from "./lib/navigation.ts";
import { expect, test } from "./lib/test.ts";

async function signInWithDiscord(page: Page, person: GuildPerson): Promise<void> {
  await page.goto("/auth");
  await page.getByRole("link", { name: "Continue with Discord" }).click();
  await consent(page, person);
}

test("a member of the Discord server can sign in after a sync, and lands on the requested page with the permissions of their role", async ({
  as,
  leave,
  people,
}) => {
  const officer = await join("Otto Officer", ["Officer"]);
  const crew = await join("Clara Crew", ["Crew"]);
  const page = await as(null);
  await signInWithDiscord(page, officer);
  await expect(page).toHaveURL(/\/application$/);

  await people.sync();

  await page.context().clearCookies();
  await page.goto("/discord-bots");
  await page.getByRole("link", { name: "Continue with Discord" }).click();
  await consent(page, officer);
  await expect(page).toHaveURL(/\/discord-bots$/);
  await expect(page.getByRole("heading", { name: "Discord bots", level: 1 })).toBeVisible();
  await expect(page.getByRole("button", { name: "Your menu" })).toContainText(officer.name);
  await expect(page.getByRole("button", { name: "Your menu" })).toContainText("Officer");
  const navigation = page.getByRole("navigation", { name: "Main navigation" });
  await expectAreas(navigation, ["Dashboard", "CRM", "Members", "Discord bots"], ["Admin"]);
  await navigation.getByRole("link", { name: "Dashboard" }).click();
  await expect(page.getByRole("region", { name: "Urgent deadlines" })).toBeVisible();
  await navigation.getByRole("link", { name: "CRM" }).click();
  await page.getByRole("link", { name: "Team Overview" }).click();
  await expect(page.getByRole("region", { name: "Work per person" })).toBeVisible();
  await leave(page);

  const other = await as(null);
  await other.goto("/crm");
  await other.getByRole("link", { name: "Continue with Discord" }).click();
  await consent(other, crew);
  await expect(other).toHaveURL(/\/dashboard$/);
  await expect(other.getByRole("button", { name: "Your menu" })).toContainText("Member");
  await expect(other.getByRole("region", { name: "Your contracts" })).toBeVisible();
  await expect(other.getByRole("region", { name: "Urgent deadlines" })).toBeHidden();
  const theirs = other.getByRole("navigation", { name: "Main navigation" });
  await expectAreas(theirs, ["Dashboard", "Contracts", "Tools"], ["CRM", "Discord bots"]);
});

test("cancelling on Discord's page leads back with a notice that nothing was shared", async ({ page }) => {
  await page.goto("/auth");
  await page.getByRole("link", { name: "Continue with Discord" }).click();
  await page.getByRole("button", { name: "Cancel" }).click();
  await expect(page).toHaveURL(/\/auth\?error=discord_auth_failed&cancelled$/);
  await expect(
    page.getByRole("alert").filter({ hasText: "You cancelled at Discord. Nothing was shared." }),
  ).toBeVisible();
});
