import { readFileSync } from "node:fs";
import { audit, WIDTHS } from "./lib/audit.ts";
import { toast } from "./lib/crm-page.ts";
import { consent, join } from "./lib/discord.ts";
import { reach } from "./lib/keyboard.ts";
import { expect, test } from "./lib/test.ts";
import { TOKEN_CHANGED } from "./lib/watch.ts";

test("a member changes password, Discord link and language in every tab, downloads their data, and deletes the account in Danish on a phone", async ({
  as,
  people,
  watch,
}) => {
  watch.expect(/status of 400 .*\/api\/user\/password$/, /ERR_FAILED .*\/api\/user$/);
  // A new password and another Discord account are proved; deleting the account ends its session.
  watch.expect(...TOKEN_CHANGED);
  const leo = await people.hire("Leo Leaver", "recruiter");
  const page = await as(leo);
  const shortest = [{ settingKey: "password_length", settingValue: 9 }];
  await page.route("**/public-settings", (route) => route.fulfill({ json: shortest }));
  await page.goto("/account");
  await expect(page.getByText("Paid to you")).toBeVisible();
  await expect(page.getByRole("progressbar", { name: "A year in the organization" })).toBeVisible();
  await expect(page.getByRole("link", { name: /^My Organization/ })).toContainText(/\d+ members/);

  const security = page.getByRole("link", { name: "Sign-in and security" });
  await reach(page, security);
  await page.keyboard.press("Enter");
  await expect(page).toHaveTitle("Sign-in and security · My Account · Command Centre");
  await expect(security).toHaveAttribute("aria-current", "page");
  await expect(security).toBeFocused();
  await reach(page, page.getByRole("button", { name: "Change" }));
  await page.keyboard.press("Enter");
  const change = page.getByRole("dialog", { name: "Change password" });
  await expect(change.getByLabel("Current password")).toBeFocused();
  await expect(change.getByLabel("New password")).toHaveAccessibleDescription("At least 9 characters");
  await page.keyboard.type("not the password");
  await page.keyboard.press("Tab");
  await page.keyboard.type("drift-nebula-10");
  await page.keyboard.press("Enter");
  await expect(change.getByLabel("Current password")).toHaveAccessibleDescription(/not your password/);
  // The requests after the change fail; the password is changed nevertheless.
  await page.route("**/api/user", (route) => route.abort());
  await change.getByLabel("Current password").fill(leo.password);
  await page.keyboard.press("Enter");
  await expect(toast(page, "Password changed")).toBeVisible();
  await page.unroute("**/api/user");
  await expect(page.getByRole("button", { name: "Change" })).toBeFocused();
  await page.reload();

  const bell = page.getByRole("button", { name: /^Notifications/ });
  await bell.focus();
  await page.keyboard.press("Enter");
  const notices = page.getByRole("dialog", { name: "Notifications" });
  await expect(notices.getByRole("region", { name: "For information" })).toContainText(
    "Your password was changed",
  );
  await audit(page, "notifications", [WIDTHS[1]]);
  await notices.getByRole("button", { name: "Mark all as read" }).click();
  await expect(notices.getByText("Unread")).toHaveCount(0);
  await page.keyboard.press("Escape");
  await expect(notices).toBeHidden();
  await expect(bell).toBeFocused();

  // A forged link can claim a success that did not happen; a failure that the link names is shown.
  for (const claim of ["discord=linked", "discord=LINKED", "confirm=constructor"]) {
    await page.goto(`/account/security?${claim}`);
    await expect(page).toHaveURL(/\/account\/security$/);
    await expect(page.getByRole("button", { name: "Link", exact: true })).toBeVisible();
    await expect(toast(page, "Discord account linked")).toBeHidden();
  }
  await page.goto("/account/security?discord=ended");
  await expect(toast(page, "The Discord account was not linked")).toBeVisible();

  const inDiscord = await join("Leo Leaver");
  await page.getByRole("button", { name: "Link", exact: true }).click();
  const link = page.getByRole("dialog", { name: "Link a Discord account" });
  await link.getByLabel("Current password").fill("drift-nebula-10");
  await link.getByRole("button", { name: "Continue to Discord" }).click();
  await consent(page, inDiscord);
  await expect(toast(page, "Discord account linked")).toBeVisible();
  await expect(page).toHaveURL(/\/account\/security$/);
  await expect(page.getByRole("button", { name: "Unlink" })).toBeVisible();

  await page.getByRole("link", { name: "My data" }).click();
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Download" }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^my-data-\d{4}-\d\d-\d\d\.json$/);
  const { tables } = JSON.parse(readFileSync(await download.path(), "utf8"));
  expect(tables.users).toMatchObject([{ display_name: leo.displayName, discord_id: inDiscord.id }]);

  const other = await page.context().newPage();
  await other.goto("/crm?tab=team");
  await expect(other.getByRole("heading", { name: "CRM", level: 1 })).toBeVisible();
  await page.getByRole("button", { name: "Your menu" }).click();
  await page.getByRole("menuitemradio", { name: "Danish" }).click();
  await page.keyboard.press("Escape");
  await expect(other.getByRole("heading", { name: "CRM", level: 1 })).toBeVisible();
  // Linking Discord has given this browser's session a new token, which `people` does not have.
  const stored = async () => (await (await page.request.get("/api/user")).json()).language;
  await expect.poll(stored).toBe("da");
  await other.reload();
  await expect(other.getByRole("heading", { name: "CRM", level: 1 })).toBeVisible();
  await other.close();
  await page.setViewportSize(WIDTHS[1]);
  await expect(page.getByRole("heading", { name: "Min konto", level: 1 })).toBeVisible();
  const sections = page.getByRole("navigation", { name: "Afsnit af din konto" });
  await sections.getByRole("button", { name: "Mine data" }).click();
  await audit(page, "the sections of the account", [WIDTHS[1]]);
  await page.getByRole("menuitem", { name: "Login og sikkerhed" }).click();
  await expect(page).toHaveURL(/\/account\/security$/);
  await page.goBack();
  await page.getByRole("button", { name: "Slet" }).click();
  const leave = page.getByRole("dialog", { name: "Slet din konto?" });
  await audit(page, "deleting the account", [WIDTHS[1]]);
  const confirm = leave.getByRole("button", { name: "Slet min konto" });
  await expect(confirm).toHaveAttribute("aria-disabled", "true");
  await leave.getByLabel(`Skriv ${leo.username} for at bekræfte`).fill(leo.username);
  await page.keyboard.press("Enter");
  await expect(toast(page, "Din konto er slettet")).toBeVisible();
  await expect(page.getByRole("heading", { name: "Log ind", level: 1 })).toBeVisible();
  await expect(page).toHaveURL(/\/auth$/);
});
