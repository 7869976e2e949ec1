import { audit, WIDTHS } from "./lib/audit.ts";
import { toast } from "./lib/crm-page.ts";
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
