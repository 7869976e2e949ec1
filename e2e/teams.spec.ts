import { audit, PHONE, WIDTHS } from "./lib/audit.ts";
import { toast } from "./lib/crm-page.ts";
import { suffix } from "./lib/discord.ts";
import { DEMO } from "./lib/people.ts";
import { expect, test } from "./lib/test.ts";

test("an administrator creates a team and publishes its form, a member applies on a phone, a reviewer with a member's permissions accepts, and the member has the role", async ({
  as,
  people,
}) => {
  const end = suffix();
  const [team, lead, medic] = [`Medics ${end}`, `Lead medic ${end}`, `Medic ${end}`];
  const { permissions } = await people.call<{ permissions: string[] }>(DEMO.member, "GET", "/api/user");
  // Each new role comes below the one before.
  for (const name of [lead, medic])
    await people.call(DEMO.admin, "POST", "/api/roles", { name, permissions });

  const admin = await as(await people.hire("Adda Teams", "administrator"));
  await admin.goto("/admin?tab=recruiting&view=teams");
  await admin.getByRole("button", { name: "New team" }).click();
  const added = admin.getByRole("dialog", { name: "New team" });
  await added.getByLabel("Name").fill(team);
  await added.getByLabel("Reviewers").selectOption(lead);
  await added.getByLabel("Role given").selectOption(medic);
  await audit(admin, "a new team");
  await added.getByRole("button", { name: "New team" }).click();
  await expect(toast(admin, "Saved")).toBeVisible();
  const row = admin.getByRole("listitem").filter({ hasText: team });
  await expect(row).toContainText(`Not published`);
  await expect(row).toContainText(lead);
  await row.getByRole("link", { name: `Questions: ${team}` }).click();
  await expect(admin.getByRole("button", { name: "Why do you want to join?", exact: true })).toBeVisible();
  await admin.getByRole("button", { name: "Publish version 1" }).click();
  await admin.getByRole("alertdialog").getByRole("button", { name: "Publish version 1" }).click();
  await expect(toast(admin, "Version 1 is live")).toBeVisible();

  const vega = await people.hire("Vega Applies", "member");
  const page = await as(vega);
  await page.setViewportSize(WIDTHS[1]);
  await page.goto("/organization");
  await page.getByRole("link", { name: "Teams", exact: true }).click();
  const apply = page.getByRole("button", { name: `Apply to ${team}` });
  await apply.click();
  const dialog = page.getByRole("dialog", { name: `Apply to ${team}` });
  await dialog.getByRole("button", { name: "Next" }).click();
  await expect(dialog.getByText("Answer this one.")).toBeVisible();
  const why = dialog.getByRole("textbox", { name: "Why do you want to join?" });
  await expect(why).toBeFocused();
  await audit(page, "an answer to a team that lacks", PHONE);
  await why.fill("I keep calm on the radio.");
  // What was typed is there again.
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await apply.click();
  await expect(why).toHaveValue("I keep calm on the radio.");
  await dialog.getByRole("button", { name: "Next" }).click();
  await expect(dialog.getByText("Only its reviewers read this.")).toBeVisible();
  await audit(page, "answers to a team before they are sent", PHONE);
  await dialog.getByRole("button", { name: "Send" }).click();
  await expect(toast(page, "Sent")).toBeVisible();
  const own = page.getByRole("listitem").filter({ hasText: team });
  await expect(own).toContainText("Waits for an answer");

  const reviewer = await as(await people.hire("Mira Leads", lead));
  await reviewer.goto("/organization?tab=teams");
  const application = reviewer.getByRole("article", { name: vega.displayName });
  await expect(application).toContainText("I keep calm on the radio.");
  await audit(reviewer, "the applications to a team", WIDTHS);
  await application.getByRole("button", { name: `Accept ${vega.displayName}` }).click();
  const accept = reviewer.getByRole("dialog", { name: `Accept ${vega.displayName}` });
  await accept.getByLabel(`Message to ${vega.displayName}`).fill("See you on Thursday.");
  await expect(accept).toContainText(`Role given ${medic}`);
  await audit(reviewer, "accepting an application to a team");
  await accept.getByRole("button", { name: "Accept" }).click();
  await expect(toast(reviewer, `${vega.displayName} is accepted`)).toBeVisible();
  await expect(reviewer.getByText("Nobody waits")).toBeVisible();

  // The member reads it as it comes, and has the role.
  await expect(own).toContainText("Accepted");
  await expect(own).toContainText("See you on Thursday.");
  const user = await people.call<{ role: string | null }>(vega, "GET", "/api/user");
  expect(user.role).toBe(medic);
});
