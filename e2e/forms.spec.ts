import { audit, WIDTHS } from "./lib/audit.ts";
import { toast } from "./lib/crm-page.ts";
import { suffix } from "./lib/discord.ts";
import { DEMO } from "./lib/people.ts";
import { expect, test } from "./lib/test.ts";

const PHONE = WIDTHS[1];

test("an administrator adds a question that an answer shows, tries it, publishes it, and looks at the version on a phone", async ({
  as,
  people,
}) => {
  const frida = await people.hire("Frida Form", "administrator");
  const page = await as(frida);
  await page.goto("/admin?tab=recruiting");
  const preview = page.getByRole("region", { name: "Preview" });
  await expect(page.getByText("Same as version 3").first()).toBeVisible();
  await expect(page.getByRole("button", { name: "Publish version 4" })).toHaveAttribute(
    "aria-disabled",
    "true",
  );

  // A question behind the one that is chosen, by the keyboard.
  await page.getByRole("button", { name: "What do you like to do?", exact: true }).click();
  await page.getByRole("button", { name: "Add", exact: true }).press("Enter");
  await page.getByRole("menuitem", { name: "Short text" }).press("Enter");
  const settings = page.getByRole("region", { name: "Question", exact: true });
  await expect(page.getByText("This question has no text.").first()).toBeVisible();
  await settings.getByRole("textbox", { name: "Question" }).fill("Which medical ship?");
  await settings.getByRole("switch", { name: "Show only when" }).click();
  await expect(settings.getByRole("combobox", { name: "Question that shows it" })).toHaveValue("likes");
  await settings.getByRole("combobox", { name: "Answer that shows it" }).selectOption("Rescue");
  await expect(settings.getByText("Not in Danish yet.")).toBeHidden();
  await expect(page.getByText(/^Saved .*(ago|now)/).first()).toBeVisible();
  await audit(page, "the builder of a form");

  // Removing it is undone also after the draft has been saved without it.
  const saved = () =>
    page.waitForResponse((answer) => answer.request().method() === "PUT" && /\/draft$/.test(answer.url()));
  const without = saved();
  await settings.getByRole("button", { name: "Remove the question" }).click();
  await without;
  const withIt = saved();
  await toast(page, "Question removed").getByRole("button", { name: "Undo" }).click();
  await withIt;
  await page.getByRole("button", { name: "Which medical ship?", exact: true }).click();

  // It is asked once that answer is given.
  await expect(preview.getByText("Which medical ship?")).toBeHidden();
  await preview.getByRole("checkbox", { name: "Rescue" }).check();
  await expect(preview.getByRole("textbox", { name: "Which medical ship?" })).toBeVisible();
  await expect(
    preview.getByRole("status").filter({ hasText: "Asked now: Which medical ship?" }),
  ).toBeAttached();

  // Before the question that shows it, it cannot be published.
  const row = page.getByRole("button", { name: "Which medical ship?", exact: true });
  await row.press("Alt+ArrowUp");
  await expect(page.getByText("It is shown by a question that comes after it.").first()).toBeVisible();
  await expect(page.getByRole("button", { name: "One thing is not ready" })).toBeVisible();
  await page.getByRole("button", { name: "Which medical ship?", exact: true }).press("Alt+ArrowDown");

  await page.getByRole("button", { name: "Publish version 4" }).click();
  const ask = page.getByRole("alertdialog", { name: "Publish version 4?" });
  await expect(ask).toContainText("Which medical ship? added");
  await audit(page, "publishing a form");
  await ask.getByRole("button", { name: "Publish version 4" }).click();
  await expect(toast(page, "Version 4 is live")).toBeVisible();
  const versions = page.getByRole("region", { name: "Versions" });
  await expect(versions.getByRole("row").nth(1)).toContainText(/4\s*Live.*Which medical ship\? added/);

  await page.setViewportSize(PHONE);
  await expect(page.getByRole("textbox", { name: "Question" })).toHaveValue("Which medical ship?");
  await audit(page, "a question of a form on a phone");
  await page.getByRole("button", { name: "All questions" }).click();
  await versions.getByRole("button", { name: "Compare" }).first().click();
  const dialog = page.getByRole("dialog", { name: "Version 4 beside version 3" });
  await expect(dialog.getByText("Which medical ship?")).toBeVisible();
  await audit(page, "the differences of two versions");
});

test("an administrator adds a question to the application for contracts, which a member answers and the contract's owner reads", async ({
  as,
  people,
}) => {
  const page = await as(await people.hire("Finn Form", "administrator"));
  await page.goto("/admin?tab=recruiting&form=contract");
  const label = `Which crew do you bring? ${suffix()}`;
  await page.getByRole("button", { name: "Add questions" }).click();
  // The five steps stay as they are: a question can stand beside theirs.
  await expect(page.getByText("Always asked, as it is.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Actions: Experience" })).toHaveCount(0);
  await audit(page, "the builder of a form with fixed questions");
  await page.getByRole("button", { name: "Add", exact: true }).click();
  await page.getByRole("menuitem", { name: "Short text" }).click();
  const settings = page.getByRole("region", { name: "Question", exact: true });
  // The last save is still on its way as the version is published.
  const asked = Promise.withResolvers<void>();
  const pressed = Promise.withResolvers<void>();
  await page.route("**/api/forms/*/draft", async (route) => {
    if (!route.request().postData()?.includes(label)) return route.continue();
    asked.resolve();
    await pressed.promise;
    await route.continue();
  });
  await settings.getByRole("textbox", { name: "Question" }).fill(label);
  await asked.promise;
  await page.getByRole("button", { name: "Publish version 2" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Publish version 2" }).click();
  pressed.resolve();
  await expect(toast(page, "Version 2 is live")).toBeVisible();

  const title = `Salvage ${suffix()}`;
  const contract = await people.call<{ id: number }>(DEMO.recruiter, "POST", "/api/contracts", {
    ...{ title, amount: 40_000, status: "posted" },
  });
  const address = `/tools/contracts?contract=${contract.id}`;
  const member = await as(await people.hire("Wilma Wizard", "member"));
  await member.goto(address);
  await member.getByRole("button", { name: "Apply", exact: true }).click();
  const wizard = member.getByRole("dialog", { name: `Apply for ${title}` });
  await wizard.getByLabel("Experience").fill("Thirty wrecks");
  await wizard.getByLabel(label).fill("Two friends");
  await wizard.getByRole("combobox", { name: "Ship" }).fill("Vulture");
  await wizard.getByLabel("Availability").fill("Sundays");
  const next = wizard.getByRole("button", { name: "Next" });
  await next.click();
  await wizard.getByLabel("Discord name").fill("wilma");
  await next.click();
  await wizard.getByLabel("RSI handle").waitFor();
  await next.click();
  await expect(wizard.getByRole("region", { name: "What you entered" })).toContainText("Two friends");
  await wizard.getByLabel("Everything I wrote is true").check();
  await wizard.getByRole("button", { name: "Submit" }).click();
  await expect(toast(member, "Application sent")).toBeVisible();

  const owner = await as(DEMO.recruiter);
  await owner.goto(address);
  const record = owner.getByRole("dialog", { name: title });
  await expect(record.getByText(label)).toBeVisible();
  await expect(record.getByText("Two friends")).toBeVisible();
});
