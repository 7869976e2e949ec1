import type { Page } from "@playwright/test";
import { audit, WIDE, WIDTHS } from "./lib/audit.ts";
import { toast } from "./lib/crm-page.ts";
import { suffix } from "./lib/discord.ts";
import { expectFocusIn, reach } from "./lib/keyboard.ts";
import { DEMO } from "./lib/people.ts";
import { expect, test } from "./lib/test.ts";

const card = (page: Page, title: string) => page.getByRole("listitem").filter({ hasText: title });
const PHONE = WIDTHS[1];

test("a recruiter writes a draft that nobody else sees, posts it after setting the pay, and takes it back", async ({
  as,
  people,
  watch,
}) => {
  // 409: posting without pay. 404: the other member has the contract open when it becomes a draft again.
  watch.expect(/status of 409 /, /status of 404 /);
  const title = `Refuel run ${suffix()}`;
  const reader = await people.hire("Dagmar Dansk", "member");
  await people.call(reader, "PATCH", "/api/user/language", { language: "da" });
  const theirs = await as(reader);
  await theirs.setViewportSize(PHONE);
  await theirs.goto(`/tools/contracts?q=${encodeURIComponent(title)}`);
  await expect(theirs.getByText("Ingen kontrakt passer")).toBeVisible();

  const page = await as(DEMO.recruiter);
  await page.goto("/tools/contracts");
  await page.getByRole("button", { name: "Create Contract" }).click();
  const form = page.getByRole("dialog", { name: "Create Contract" });
  await form.getByRole("button", { name: "Save draft" }).click();
  await expect(form.getByText("Give the contract a title.")).toBeVisible();
  await form.getByLabel("Title").fill(title);
  await form.getByRole("button", { name: "More" }).click();
  // The statuses of the specification that a new contract can have.
  await expect(form.getByLabel("Status").getByRole("option")).toHaveText(["Draft", "Posted", "Active"]);
  await form.getByLabel("Type").selectOption("Transport");
  await form.getByLabel("Payment structure").selectOption("Per hour");
  await form.getByLabel("Hourly rate").fill("45000");
  await audit(page, "form", WIDE);
  await form.getByRole("button", { name: "Save draft" }).click();
  await expect(toast(page, "Contract created successfully")).toBeVisible();
  const dialog = page.getByRole("dialog", { name: title });
  await expectFocusIn(dialog);
  await expect(page).toHaveURL(/tab=drafts/);

  await dialog.getByRole("button", { name: "Post" }).click();
  await expect(toast(page, "Failed to post contract")).toContainText("hourly rate and hours");
  const edit = page.getByRole("dialog", { name: "Edit contract" });
  await expect(edit.getByLabel("Hourly rate")).toBeFocused();
  await edit.getByLabel("Estimated hours").fill("2.5");
  await expect(edit.getByText("Total: 112,500 aUEC")).toBeVisible();
  await expect(theirs.getByText("Ingen kontrakt passer")).toBeVisible();
  await edit.getByRole("button", { name: "Update" }).click();
  await expect(toast(page, "Contract updated successfully")).toBeVisible();
  await expect(dialog.getByRole("listitem").filter({ hasText: "Contract Posted" })).toContainText("Current");
  await expect(dialog.getByText("Mikkel Toft moved it to Posted")).toBeVisible();
  await audit(page, "dialog", WIDTHS);

  await expect(card(theirs, title)).toContainText("45.000");
  await expect(card(theirs, title)).toContainText("Slået op af Mikkel Toft");
  await card(theirs, title).getByRole("link").click();
  const opened = theirs.getByRole("dialog", { name: title });
  await expect(opened.getByText("Åben for ansøgninger")).toBeVisible();
  await expect(opened.getByRole("button", { name: "Rediger" })).toBeHidden();

  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  const active = page.getByRole("link", { name: "Active Contracts" });
  await active.click();
  await expect(active).toHaveAttribute("aria-current", "page");
  await page.getByLabel("Search title, place or poster").fill(title);
  await page.getByLabel("Filter by type").selectOption("Security");
  await expect(page.getByText(`None fits “${title}”, Security.`)).toBeVisible();
  await page.getByLabel("Filter by type").selectOption("Transport");
  await expect(page).toHaveURL(/type=transport/);
  const link = card(page, title).getByRole("link", { name: `View ${title}` });
  // The board is opened again with its filters, also after a contract that was opened from elsewhere.
  const id = /contract=(\d+)/.exec((await link.getAttribute("href")) ?? "")?.[1];
  await page.goto(`/tools/contracts?contract=${id}`);
  await expectFocusIn(dialog);
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await page.goto("/tools/contracts");
  await expect(page).toHaveURL(/type=transport/);
  await page.getByLabel("Search title, place or poster").fill(title);
  await reach(page, link);
  await page.keyboard.press("Enter");
  await expectFocusIn(dialog);
  await page.keyboard.press("Escape");
  await expect(link).toBeFocused();
  await page.keyboard.press("Enter");

  await dialog.getByRole("button", { name: "Return to Draft" }).click();
  const question = page.getByRole("alertdialog", { name: `Return “${title}” to draft?` });
  await question.getByRole("button", { name: "Return to Draft" }).click();
  await expect(dialog.getByRole("button", { name: "Post" })).toBeVisible();
  await expect(theirs.getByText("Kontrakten er her ikke længere")).toBeVisible();
  await dialog.getByRole("button", { name: "Delete" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
  await expect(toast(page, "Contract deleted successfully")).toBeVisible();
  await expect(dialog).toBeHidden();
});
