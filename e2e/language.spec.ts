import { expect, test } from "./lib/test.ts";

test.use({ locale: "da-DK" });

test("the language is switched in the account, and another tab follows", async ({ as, people }) => {
  const person = await people.hire("Dorte Dansk", "officer");
  const page = await as(person);
  const other = await page.context().newPage();
  await other.goto("/crm?tab=team");
  await page.goto("/account");
  await page.getByRole("radiogroup", { name: "Sprog" }).getByRole("radio", { name: "Engelsk" }).check();
  await expect(page.getByRole("heading", { name: "My Account", level: 1 })).toBeVisible();
  await expect(other.getByRole("heading", { name: "Recruitment", level: 1 })).toBeVisible();
  await page.getByRole("radiogroup", { name: "Language" }).getByRole("radio", { name: "Danish" }).check();
  await expect(page.getByRole("heading", { name: "Min konto", level: 1 })).toBeVisible();
  await expect(other.getByRole("heading", { name: "Rekruttering", level: 1 })).toBeVisible();
  await expect(other.getByRole("button", { name: "Tilføj kandidat" }).first()).toBeVisible();

  const stored = async () => (await people.call<{ language: string }>(person, "GET", "/api/user")).language;
  await expect.poll(stored).toBe("da");
  await other.reload();
  await expect(other.getByRole("heading", { name: "Rekruttering", level: 1 })).toBeVisible();
});
