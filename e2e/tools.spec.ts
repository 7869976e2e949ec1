import { audit, WIDTHS } from "./lib/audit.ts";
import { toast } from "./lib/crm-page.ts";
import { reach } from "./lib/keyboard.ts";
import { DEMO } from "./lib/people.ts";
import { expect, test } from "./lib/test.ts";

test("a member finds the tools and plans how to carry a load, also in Danish on a phone", async ({
  as,
  people,
}) => {
  const page = await as(await people.hire("Tora Tool", "member"));
  const { keyboard } = page;
  const current = page.getByRole("navigation", { name: "Main navigation" }).locator("[aria-current]");
  await page.goto("/tools/contracts");
  await expect(current).toHaveText("Contracts");
  await page.goto("/tools");
  const tools = page.getByRole("list", { name: "Tools" });
  await expect(tools.getByRole("link")).toContainText(["Cargo Calculator", "Split calculator", "Contracts"]);
  await expect(page.getByText(/^Coming Soon: Mining Tools, /)).toBeVisible();

  await reach(page, tools.getByRole("link", { name: "Cargo Calculator" }));
  await keyboard.press("Enter");
  await expect(current).toHaveText("Tools");
  await reach(page, page.getByRole("combobox", { name: "Ship" }));
  await keyboard.type("drake cater");
  await expect(page.getByRole("option", { name: "Caterpillar" }).first()).toBeVisible();
  await keyboard.press("Enter");
  await expect(page.getByLabel("Or type the hold in SCU")).toHaveValue("576");
  const result = page.getByRole("region", { name: "A full hold" });
  await expect(result).toContainText("18× 32 SCU");
  await page.getByLabel("Load in SCU").fill("1200");
  const plan = page.getByRole("region", { name: "How it is carried" });
  await expect(plan.getByRole("listitem").filter({ hasText: "Trips 1 to 2" })).toContainText(
    "18 × 32 SCU each",
  );
  await expect(plan.getByRole("listitem").filter({ hasText: "Trip 3" })).toContainText("48 of 576 SCU used");
  await expect(page).toHaveURL(/ship=\d+&load=1200$/);

  await page.evaluate(() => localStorage.setItem("language", "da"));
  await page.setViewportSize(WIDTHS[1]);
  await page.goto("/tools/cargo?hold=91&by=boxes&box32=7&box8=3");
  // The box follows the address, a moment after the click.
  await page.getByRole("checkbox", { name: "8", exact: true }).click();
  await expect(page.getByText("Bliver stående: 3 × 8 SCU.")).toBeVisible();
  await audit(page, "cargo calculator", [WIDTHS[1]]);
});

test("an administrator sets the transfer fee, and is told which values are allowed", async ({ as }) => {
  const page = await as(DEMO.admin);
  await page.goto("/admin?tab=settings");
  const field = page.getByRole("textbox", { name: "Transfer fee (%)" });
  await field.fill("11");
  await field.press("Enter");
  await expect(page.getByRole("alert").filter({ hasText: "0 to 10, at most two decimals" })).toBeVisible();
  await field.fill("0,75");
  await field.press("Enter");
  await expect(toast(page, "Setting Updated")).toContainText("Transfer fee");
  await expect(page.getByText("Default 0.5 %")).toBeVisible();
  await field.fill("0.5");
  await field.blur();
  await expect(page.getByText("Default 0.5 %")).toBeHidden();
});
