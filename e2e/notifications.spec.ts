import { audit, WIDTHS } from "./lib/audit.ts";
import { toast } from "./lib/crm-page.ts";
import { suffix } from "./lib/discord.ts";
import { DEMO } from "./lib/people.ts";
import { expect, test } from "./lib/test.ts";

const [WIDE, PHONE] = WIDTHS;

const application = (contractId: number, firstName: string) => ({
  ...{ contractId, experience: "Six months", shipType: "Arrow", availability: "Evenings" },
  ...{ firstName, lastName: "Hayes", discordUsername: "oliver", timezone: "Europe/London" },
  ...{ backgroundCheck: true, termsAccepted: true },
});

test("an officer hears live of two applications, accepts one from the bell with the keyboard, and reads the outcome of a refused answer", async ({
  as,
  people,
  watch,
}) => {
  watch.expect(/status of 409 .*\/accept$/);
  const officer = await people.hire("Otto Officer", "officer");
  const [one, two] = [
    await people.hire("Ava Applicant", "member"),
    await people.hire("Ben Applicant", "member"),
  ];
  const title = `Escort ${suffix()}`;
  const page = await as(officer);
  await page.goto("/dashboard");
  const bell = page.getByRole("button", { name: /^Notifications/ });
  // Prospects and wishes of the organization need every officer.
  await expect(bell).toHaveAccessibleName(/^Notifications, \d+ need/);
  const { id } = await people.call<{ id: number }>(officer, "POST", "/api/contracts", {
    title,
    amount: 1_000,
    status: "posted",
  });
  await bell.focus();
  await page.keyboard.press("Enter");
  const panel = page.getByRole("dialog", { name: "Notifications" });
  const asking = panel.getByRole("region", { name: "Needs me" });
  const ours = asking.getByRole("listitem").filter({ hasText: title });
  await people.call(one, "POST", "/api/contract-applications", application(id, "Ava"));
  await expect(ours).toHaveCount(1);
  await people.call(two, "POST", "/api/contract-applications", application(id, "Ben"));
  await expect(ours).toHaveCount(2);
  await audit(page, "the bell", [WIDE]);
  const accept = asking.getByRole("button", { name: `Accept: ${one.displayName} applied for ${title}.` });
  // The server refuses an action that has become impossible; the application stays and the toast says why.
  await people.call(DEMO.admin, "PUT", `/api/members/${await people.memberId(one)}/status`, {
    status: "inactive",
  });
  await accept.focus();
  await page.keyboard.press("Enter");
  await expect(toast(page, "It was not done")).toBeVisible();
  await expect(ours).toHaveCount(2);
  await asking
    .getByRole("button", { name: `Accept: ${two.displayName} applied for ${title}.` })
    .press("Enter");
  await expect(ours).toHaveCount(0);

  // The applicant reads the outcome, on a phone over the whole screen, and all of it on its page.
  const theirs = await as(two);
  await theirs.setViewportSize(PHONE);
  await theirs.goto("/account");
  const own = theirs.getByRole("button", { name: /^Notifications/ });
  await own.click();
  const screen = theirs.getByRole("dialog", { name: "Notifications" });
  await expect(
    screen.getByText(`${officer.displayName} accepted your application for ${title}.`),
  ).toBeVisible();
  expect(await screen.evaluate((element) => element.clientHeight === innerHeight)).toBe(true);
  await audit(theirs, "the bell on a phone", [PHONE]);
  await screen.getByRole("button", { name: "Mark all as read" }).click();
  await expect(screen.getByText("Unread")).toHaveCount(0);
  await theirs.keyboard.press("Escape");
  await expect(own).toBeFocused();
  await own.click();
  await screen.getByRole("link", { name: "All notifications" }).click();
  await expect(theirs).toHaveURL(/\/notifications$/);
  await expect(theirs.getByRole("region", { name: "For information" }).getByRole("listitem")).toHaveCount(1);
  await theirs.getByRole("radio", { name: /^Needs me/ }).click();
  await expect(theirs).toHaveURL(/show=needs/);
  await expect(theirs.getByRole("region", { name: "For information" })).toBeHidden();
});

test("a member chooses their channels with the keyboard, takes that back, sets quiet hours, and reads it in Danish", async ({
  as,
  people,
}) => {
  const member = await people.hire("Quinn Quiet", "member");
  const page = await as(member);
  await page.goto("/account/notifications");
  const panel = page.getByRole("region", { name: "Notifications" });
  await expect(panel.getByRole("radio", { name: /^Usual/ })).toBeChecked();
  await panel.getByRole("radio", { name: /^What needs me/ }).press("Space");
  await expect(toast(page, "Saved")).toBeVisible();
  await page.reload();
  await expect(panel.getByRole("radio", { name: /^What needs me/ })).toBeChecked();
  await panel.getByRole("radio", { name: /^Choose yourself/ }).press("Space");
  await expect(panel.getByText("off, turn it on below")).toBeVisible();
  await panel.locator("summary", { hasText: "Events" }).focus();
  await page.keyboard.press("Enter");
  const pace = panel.getByRole("combobox", { name: "An event of yours changes: Push" });
  await pace.focus();
  await pace.selectOption({ label: "Daily" });
  await expect(toast(page, "Saved")).toBeVisible();
  await page.reload();
  await panel.locator("summary", { hasText: "Events" }).click();
  await expect(pace).toHaveValue("daily");
  await pace.selectOption({ label: "Off" });
  await toast(page, "Saved").getByRole("button", { name: "Undo" }).click();
  await expect(pace).toHaveValue("daily");
  await panel.locator("summary", { hasText: "Your account" }).click();
  await expect(panel.getByText("Always at once, for your safety").first()).toBeVisible();

  await panel.getByRole("switch", { name: "Quiet hours" }).press("Space");
  const from = panel.getByRole("textbox", { name: "Quiet from" });
  await from.fill("23:30");
  // While the switch is being stored, the form waits for it.
  await expect(panel.getByRole("button", { name: "Save" })).toBeEnabled();
  await page.keyboard.press("Enter");
  await expect(panel.getByRole("button", { name: "Save" })).toBeHidden();
  await page.reload();
  await expect(from).toHaveValue("23:30");
  await panel.getByRole("radio", { name: /^Everything/ }).press("Space");
  const question = page.getByRole("alertdialog", { name: "Replace your own choices?" });
  await question.getByRole("button", { name: "Cancel" }).click();
  await expect(panel.getByRole("radio", { name: /^Choose yourself/ })).toBeChecked();
  await panel.locator("summary", { hasText: "Events" }).click();
  await audit(page, "settings of notifications", [WIDTHS[1]]);

  await people.call(member, "PATCH", "/api/user/language", { language: "da" });
  await page.reload();
  const danish = page.getByRole("region", { name: "Notifikationer" });
  await danish.locator("summary", { hasText: "Begivenheder" }).click();
  await expect(danish.getByRole("combobox", { name: "En af dine begivenheder ændres: Push" })).toHaveValue(
    "daily",
  );
});
